/// Rows of one axis of a matrix with three rows a node.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew::pose_space {

/// Rows of axis 0, 1 or 2 of X, 3 n_nodes x r: n_nodes x r.
inline Eigen::MatrixXd axis_rows(const Eigen::MatrixXd& X, int axis) {
    return X(Eigen::seqN(axis, X.rows() / 3, 3), Eigen::all);
}

}  // namespace sinew::pose_space
