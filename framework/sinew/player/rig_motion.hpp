/// A rig as a step of a body on it evaluates it: joints in a tree, and the poses that are mixed.
#pragma once

#include <optional>
#include <sinew/mechanics/pose_space/joint_tree.hpp>
#include <sinew/mechanics/pose_space/pose_features.hpp>
#include <sinew/mechanics/pose_space/pose_weights.hpp>
#include <sinew/mechanics/pose_space/skin_blend.hpp>
#include <string>

namespace sinew::player {

/// The rig as a file holds it.
struct RigModel {
    JointTree joints;
    SimilarFrame frame;                   ///< that the joints stand in
    Index root = -1;                      ///< the joint that carries the whole body; -1: none does
    std::vector<std::string> names;       ///< of the parameters
    PoseFeatures features;                ///< by which poses differ
    PoseWeights weights;                  ///< of the poses
    std::optional<PoseWeights> sculpted;  ///< of the poses at which the surface is corrected
    Blend blend = Blend::linear;          ///< of the surface
};

/// The rig at one p.
struct RigState {
    explicit RigState(Blend blend) : bones(blend) {}

    std::vector<Eigen::Isometry3d> motion;  ///< of the joints since rest, in the world
    BlendedBones bones;                     ///< the same, as the surface takes them
    Eigen::Isometry3d root = Eigen::Isometry3d::Identity();
    Vector weights;   ///< of the poses, with the sum 1
    Vector sculpted;  ///< of those at which the surface is corrected, likewise; or none
};

/// Evaluates a rig. No call allocates memory once each has been made.
class RigMotion {
public:
    explicit RigMotion(RigModel model) : model_(std::move(model)) {}

    const RigModel& model() const { return model_; }
    Index n_parameters() const { return 6 * model_.joints.n_joints(); }
    /// The rig at p, n_parameters() numbers. False if it is not finite.
    bool find(const Vector& p, RigState& at);
    /// v := the vectors that a linearly blended shape is linear in, 3 x L: columns of the joints'
    /// transforms, of the root's turn R times the weight of each sculpted pose, of R, and of R
    /// times the weight of each pose if `has_corrections`.
    void find_vectors(const RigState& at, bool has_corrections, Eigen::Matrix3Xd& v) const;

private:
    RigModel model_;
    Vector x_, phi_;
};

}  // namespace sinew::player
