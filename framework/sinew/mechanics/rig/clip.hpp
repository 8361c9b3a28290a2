/// Motion of a skeleton in time, as keyframes of its joints.
#pragma once

#include <sinew/mechanics/rig/skeleton.hpp>

namespace sinew {

/// Turns of a joint at times [s], in their order; interpolated on the sphere, along the shorter
/// way.
struct TurnTrack {
    std::vector<double> times;
    std::vector<Eigen::Quaterniond> values;
    bool steps = false;  ///< the value of a keyframe holds until the next

    Eigen::Quaterniond at(double t) const;
};

/// Moves of a joint at times [s]; linear in between.
struct MoveTrack {
    std::vector<double> times;
    std::vector<Eigen::Vector3d> values;
    bool steps = false;

    Eigen::Vector3d at(double t) const;
};

/// Of every joint: a track without keyframes leaves it at rest; before the first keyframe and after
/// the last the nearest holds.
struct Clip {
    std::string name;
    std::vector<TurnTrack> turns;
    std::vector<MoveTrack> moves;

    /// Nothing moves, of a skeleton of n joints.
    explicit Clip(std::size_t n_joints = 0) : turns(n_joints), moves(n_joints) {}

    double begin() const;  ///< earliest keyframe [s]; 0 if there is none
    double end() const;    ///< latest [s]
    SkeletonPose at(double t) const;
};

/// Each joint between two poses, by weight 0 (first) to 1 (second).
SkeletonPose blend(const SkeletonPose& first, const SkeletonPose& second, double weight);

}  // namespace sinew
