/// Symmetric 3x3 matrices as six numbers.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// xx yy zz xy yz xz.
using Symmetric6 = Eigen::Matrix<double, 6, 1>;

/// The six components xx, yy, zz, xy, yz, xz of S, from its upper triangle.
inline Symmetric6 components(const Eigen::Matrix3d& S) {
    Symmetric6 s;
    s << S(0, 0), S(1, 1), S(2, 2), S(0, 1), S(1, 2), S(0, 2);
    return s;
}

/// The symmetric 3 x 3 matrix of six components xx, yy, zz, xy, yz, xz.
inline Eigen::Matrix3d symmetric_matrix(const Symmetric6& s) {
    Eigen::Matrix3d S;
    S << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
    return S;
}

}  // namespace sinew
