/// The affine function of space that fits values at points.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// value = A x + b, by least squares: what moves all of a body at once, and its gradient.
struct AffineFit {
    /// Values at points x that span space, both 3 x n_points.
    AffineFit(const Points& x, const Points& values);
    Eigen::Vector3d operator()(const Eigen::Vector3d& x) const { return A * x + b; }

    Eigen::Matrix3d A;
    Eigen::Vector3d b;
};

}  // namespace sinew
