/// The cross product as a matrix.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// [v]x with [v]x w = v cross w.
inline Eigen::Matrix3d cross_matrix(const Eigen::Vector3d& v) {
    Eigen::Matrix3d m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
}

}  // namespace sinew
