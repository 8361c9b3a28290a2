/// Distance to an ellipsoid of revolution, exactly.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace sinew::shapes {

/// Half axes `along` its axis, and `around` it [m].
struct Spheroid {
    Eigen::Vector3d center;  ///< [m]
    Eigen::Vector3d axis;    ///< of unit length
    double along, around;    ///< half axes [m]

    /// Signed distance of x to the surface; negative inside [m].
    double value(const Eigen::Vector3d& x) const;
    /// A box that holds the spheroid.
    Eigen::AlignedBox3d box() const;
};

/// Signed distance of the point (u, w), w >= 0, to the ellipse (u/a)^2 + (w/b)^2 = 1; negative
/// inside [m].
double distance_to_ellipse(double u, double w, double a, double b);

}  // namespace sinew::shapes
