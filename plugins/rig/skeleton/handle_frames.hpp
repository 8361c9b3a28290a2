/// Frames of a motion of the handles of a .tgf file, for the readers of such motions.
#pragma once

#include "tgf_reader.hpp"

namespace sinew {

/// The joint of each of the file's handles.
inline std::vector<std::size_t> joints_by_number(const TgfHandles& handles) {
    std::vector<std::size_t> joints(handles.joints.size());
    for (std::size_t j = 0; j < joints.size(); ++j)
        joints[std::size_t(handles.joints[j].number)] = j;
    return joints;
}

/// The pose that takes a joint from its rest to its frame; `now`: of all joints, in the skeleton's
/// frame.
inline JointPose pose_of_frame(const std::vector<Joint>& joints, std::size_t j,
                               const std::vector<Eigen::Isometry3d>& now) {
    Eigen::Isometry3d rest = joints[j].rest, moved = now[j];
    if (joints[j].parent >= 0) {
        const std::size_t parent = std::size_t(joints[j].parent);
        rest = joints[parent].rest.inverse() * rest;
        moved = now[parent].inverse() * moved;
    }
    return {Eigen::Quaterniond(rest.linear().transpose() * moved.linear()),
            moved.translation() - rest.translation()};
}

/// Adds a keyframe of joint j behind its last.
inline void append_keyframe(Clip& clip, std::size_t j, double time, const JointPose& pose) {
    clip.turns[j].times.push_back(time);
    clip.turns[j].values.push_back(pose.turn.normalized());
    clip.moves[j].times.push_back(time);
    clip.moves[j].values.push_back(pose.move);
}

}  // namespace sinew
