/// Bones that are points on other bones, as those of joints without a tail at the ends of chains:
/// no place is nearer to them than to the other, and of equals the first is taken.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sinew/mechanics/rig/rig.hpp>

namespace sinew {

/// The bone before bone j that runs through it, if that is a point; -1 if it is none, or alone.
inline int bone_through(const std::vector<Bone>& bones, int j) {
    const Bone& bone = bones[std::size_t(j)];
    const auto has_length = [](const BoneSegment& segment) { return segment.head != segment.tail; };
    if (std::any_of(bone.segments.begin(), bone.segments.end(), has_length)) return -1;
    for (int k = 0; k < j; ++k)
        for (const BoneSegment& other : bones[std::size_t(k)].segments) {
            const double tolerance = 1e-12 * (other.tail.norm() + other.head.norm());
            if (has_length(other) &&
                (nearest_on(other, bone.joint) - bone.joint).norm() <= tolerance)
                return k;
        }
    return -1;
}

/// Whether a bone leaves another one's side between 0 and `end` [s].
inline bool moves_beside(const Rig& rig, int bone, int other, double end) {
    constexpr int n = 32;
    for (int i = 0; i <= n; ++i) {
        const BoneMotion motion = rig.pose(rig.parameters(end * i / n));
        if (!motion[std::size_t(bone)].isApprox(motion[std::size_t(other)], 1e-6)) return true;
    }
    return false;
}

inline std::string name_of_hidden(const std::vector<Bone>& bones, int hidden, int by) {
    return fmt::format("'{}' (a point on '{}')", bones[std::size_t(hidden)].name,
                       bones[std::size_t(by)].name);
}

/// The names of those that the rig moves between 0 and `end` [s] beside the bones
/// that hide them.
inline std::vector<std::string> hidden_bones(const Rig& rig, double end) {
    const std::vector<Bone>& bones = rig.bones();
    std::vector<std::string> result;
    for (int j = 0; j < int(bones.size()); ++j)
        if (const int k = bone_through(bones, j); k >= 0 && moves_beside(rig, j, k, end))
            result.push_back(name_of_hidden(bones, j, k));
    return result;
}

inline constexpr const char* tail_for_hidden_bone =
    "give its joint in the rig a tail: where its bone ends (in a .bvh file: an End Site)";

}  // namespace sinew
