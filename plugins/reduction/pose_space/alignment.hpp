/// Bases of several poses, aligned so that their vectors of equal number mean alike.
///
///     Q_j = argmin |R_ij^-1 U_j Q - U_i|_M over Q'Q = I = Y Z',     (R_ij^-1 U_j)'M U_i = Y S Z'
///
/// R_ij turns each node from pose i to pose j, so that what only the shape has turned is alike. Q
/// may reflect. Poses are aligned along a tree that begins at the neutral one: each to the nearest
/// of those before.
///
/// Xu & Barbic 2016, section 5.1, equations 11 to 13.
#pragma once

#include <functional>
#include <sinew/mechanics/assembly/mass.hpp>

namespace sinew::pose_space {

/// Ways to match vectors of poses: rotated back and aligned, aligned as they are (R = I), or not at
/// all, the last two for comparison (figures 6 and 7 of the paper).
enum class Alignment { full, procrustes, none };

/// Bases of poses: their own, or that of the neutral pose, as it is or turned with the nodes, for
/// comparison (figure 4 of the paper).
enum class PoseVectors { own, of_neutral, of_neutral_turned };

/// A branch of the tree: `pose` is aligned to `onto`.
struct Branch {
    Eigen::Index pose = 0, onto = 0;
};
/// The tree of m poses, m - 1 branches in the order in which poses join pose 0; distance(i, j) of
/// two poses.
std::vector<Branch> alignment_tree(
    Eigen::Index m, const std::function<double(Eigen::Index, Eigen::Index)>& distance);

/// A basis after alignment.
struct Aligned {
    Eigen::MatrixXd U;  ///< U_j Q_j, n x r
    /// Angles between both subspaces, seen from the same pose, largest first [rad].
    Vector angles;
};
/// Aligns U (n x r) to `onto`, n x r, mass-orthonormal; `from_onto`: rotations of the nodes from
/// the pose of `onto` to that of U.
Aligned align(const Eigen::MatrixXd& U, const Eigen::MatrixXd& onto,
              const std::vector<Eigen::Matrix3d>& from_onto, const MassMatrix& mass);

}  // namespace sinew::pose_space
