/// Distance to an ellipsoid of revolution, exactly.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace sinew::shapes {

/// Half axes `along` its axis, and `around` it [m].
struct Spheroid {
    Eigen::Vector3d center;
    Eigen::Vector3d axis;  ///< of unit length
    double along, around;

    double value(const Eigen::Vector3d& x) const;
    Eigen::AlignedBox3d box() const;
};

/// Of the place (u, w), w >= 0, to the ellipse (u/a)^2 + (w/b)^2 = 1; negative inside [m].
double distance_to_ellipse(double u, double w, double a, double b);

}  // namespace sinew::shapes
