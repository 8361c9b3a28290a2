#include "skeleton.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sinew::usda {

std::string identifier(const std::string& name) {
    std::string word = name;
    for (char& c : word) {
        const bool is_allowed =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!is_allowed) c = '_';
    }
    const bool needs_front = word.empty() || (word[0] >= '0' && word[0] <= '9');
    return needs_front ? "_" + word : word;
}

SkeletonTrack::SkeletonTrack(const SkeletalRig& rig) : rig_(rig), motion_(rig.bones()) {
    for (const Bone& bone : rig.bones()) {
        const std::string above = bone.parent < 0 ? "" : joints_[std::size_t(bone.parent)] + "/";
        const std::string proposed = above + identifier(bone.name);
        std::string joint = proposed;
        for (int i = 2; std::find(joints_.begin(), joints_.end(), joint) != joints_.end(); ++i)
            joint = fmt::format("{}_{}", proposed, i);
        joints_.push_back(std::move(joint));
        bind_.emplace_back(Eigen::Translation3d(bone.joint));
    }
    for (const Eigen::Vector3d& rest : motion_.rest())
        rest_.emplace_back(Eigen::Translation3d(rest));
}

}  // namespace sinew::usda
