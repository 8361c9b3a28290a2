/// Motion of a skeleton in time, as keyframes of its joints.
#pragma once

#include <sinew/mechanics/rig/skeleton.hpp>

namespace sinew {

/// Between two keyframes: straight on (turns on the sphere, along the shorter way), the first
/// holding until the second, or a cubic with given rates (Hermite's; of turns in the four numbers
/// of the quaternion, divided by its length).
enum class Interpolation { linear, steps, cubic };

/// Columns of numbers at times, in their order; of a cubic three columns a keyframe: the rate
/// before it, its value, the rate after it. Before the first keyframe and after the last the
/// nearest holds.
Eigen::VectorXd interpolated(const std::vector<double>& times, const Eigen::MatrixXd& columns,
                             Interpolation between, double t);

/// Turns of a joint at times [s], in their order.
struct TurnTrack {
    std::vector<double> times;               ///< of keyframes, ascending [s]
    std::vector<Eigen::Quaterniond> values;  ///< one a keyframe
    Interpolation between = Interpolation::linear;
    /// Tangents of a cubic track, one a keyframe: rates before and after it, as x y z w [1/s].
    std::vector<Eigen::Vector4d> arriving, leaving;

    /// The rotation at time t [s], relative to rest.
    Eigen::Quaterniond at(double t) const;
};

/// Moves of a joint at times [s].
struct MoveTrack {
    std::vector<double> times;            ///< of keyframes, ascending [s]
    std::vector<Eigen::Vector3d> values;  ///< one a keyframe [m]
    Interpolation between = Interpolation::linear;
    std::vector<Eigen::Vector3d> arriving, leaving;  ///< of a cubic [m/s]

    /// The translation at time t [s], relative to rest [m].
    Eigen::Vector3d at(double t) const;
};

/// Tracks of every joint: one without keyframes leaves the joint at rest; before the first keyframe
/// and after the last the nearest holds.
struct Clip {
    std::string name;
    std::vector<TurnTrack> turns;
    std::vector<MoveTrack> moves;

    /// Nothing moves, of a skeleton of n joints.
    explicit Clip(std::size_t n_joints = 0) : turns(n_joints), moves(n_joints) {}

    double begin() const;  ///< earliest keyframe [s]; 0 if there is none
    double end() const;    ///< latest [s]
    /// The pose at time t [s] of the clip.
    SkeletonPose at(double t) const;
};

/// Each joint between two poses, by weight 0 (first) to 1 (second).
SkeletonPose blend(const SkeletonPose& first, const SkeletonPose& second, double weight);

}  // namespace sinew
