/// Rotations of the nodes of a body from its neutral pose to any other, mixed of those of poses.
///
///     q_s(p) = sum_i w_i(p) q_si / |sum_i w_i(p) q_si|
///
/// q_si: the unit quaternion of node s from the neutral pose to pose i (vertex_rotations), with the
/// sign that is nearest to that of the pose which i is aligned to: so a chain of poses may turn by
/// more than half a turn.
#pragma once

#include <Eigen/Geometry>
#include <sinew/mechanics/formulation/rest_shape.hpp>
#include <sinew/mechanics/math/types.hpp>

#include "alignment.hpp"

namespace sinew::pose_space {

class NodeRotations {
public:
    /// `neutral`: the body's mesh; `tree`: of the poses.
    NodeRotations(const VolumeMesh& neutral, const ExamplePoses& poses,
                  const std::vector<Branch>& tree);
    /// `of_poses`: one rotation a node of each pose, of which the first is the neutral one.
    NodeRotations(const std::vector<std::vector<Eigen::Matrix3d>>& of_poses,
                  const std::vector<Branch>& tree);

    Index n_poses() const { return Index(of_poses_.size()); }
    Index n_nodes() const { return of_poses_.front().cols(); }
    /// Mixes them by these weights, m numbers with the sum 1. Returns the least |sum w_i q_si|: 1
    /// where poses turn alike; near 0 their rotations cancel each other, and are not to be used.
    double mix(const Vector& weights);
    /// The mixed rotation of a node.
    const Eigen::Matrix3d& operator[](Index node) const { return mixed_[std::size_t(node)]; }
    /// X := R'X at a pose; X: 3 n_nodes x r.
    void rotate_back(Index pose, Eigen::MatrixXd& X) const;

private:
    std::vector<Eigen::Matrix4Xd> of_poses_;  ///< x y z w of each node
    std::vector<Eigen::Matrix3d> mixed_;
};

}  // namespace sinew::pose_space
