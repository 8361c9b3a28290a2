/// Bones that are points on other bones, as those of joints without a tail at the ends of chains:
/// no point is nearer to them than to the other, and of equals the first is taken.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <sinew/mechanics/rig/skeletal_rig.hpp>

namespace sinew {

/// The bone before bone j that zero-length bone j lies on; -1 if j has a length or lies on none.
inline int bone_under_zero_length_bone(const std::vector<Bone>& bones, int j) {
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

/// A zero-length bone, and the one that it lies on.
struct ZeroLengthBone {
    int bone, by;

    /// Both bones by name, for messages.
    std::string name(const std::vector<Bone>& bones) const {
        return fmt::format("'{}' (a point on '{}')", bones[std::size_t(bone)].name,
                           bones[std::size_t(by)].name);
    }
};

/// The zero-length bones that the rig moves differently from the bones that they lie on,
/// between 0 and `end` [s].
inline std::vector<ZeroLengthBone> moved_zero_length_bones(const SkeletalRig& rig, double end) {
    constexpr int n_times = 32;
    std::vector<ZeroLengthBone> still, moved;
    for (int j = 0; j < int(rig.bones().size()); ++j)
        if (const int k = bone_under_zero_length_bone(rig.bones(), j); k >= 0)
            still.push_back({j, k});
    for (int i = 0; i <= n_times && !still.empty(); ++i) {
        const BoneMotion motion = rig.pose(rig.parameters(end * i / n_times));
        std::erase_if(still, [&](const ZeroLengthBone& one) {
            const bool is_beside =
                !motion[std::size_t(one.bone)].isApprox(motion[std::size_t(one.by)], 1e-6);
            if (is_beside) moved.push_back(one);
            return is_beside;
        });
    }
    std::sort(moved.begin(), moved.end(),
              [](const ZeroLengthBone& a, const ZeroLengthBone& b) { return a.bone < b.bone; });
    return moved;
}

inline constexpr const char* tail_for_zero_length_bone =
    "give its joint in the rig a tail: where its bone ends (in a .bvh file: an End Site)";

}  // namespace sinew
