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

SkeletonTrack::SkeletonTrack(const Rig& rig) : rig_(rig) {
    for (const Bone& bone : rig.bones()) {
        const std::string above = bone.parent < 0 ? "" : joints_[std::size_t(bone.parent)] + "/";
        const std::string proposed = above + identifier(bone.name);
        std::string joint = proposed;
        for (int i = 2; std::find(joints_.begin(), joints_.end(), joint) != joints_.end(); ++i)
            joint = fmt::format("{}_{}", proposed, i);
        joints_.push_back(std::move(joint));
        bind_.emplace_back(Eigen::Translation3d(bone.joint));
    }
    rest_ = local(bind_);
}

std::vector<Eigen::Isometry3d> SkeletonTrack::local(
    const std::vector<Eigen::Isometry3d>& world) const {
    std::vector<Eigen::Isometry3d> seen = world;
    for (std::size_t k = 0; k < world.size(); ++k)
        if (const int parent = rig_.bones()[k].parent; parent >= 0)
            seen[k] = world[std::size_t(parent)].inverse() * world[k];
    return seen;
}

void SkeletonTrack::add(double t) {
    const BoneMotion& motion = rig_.at(t);
    std::vector<Eigen::Isometry3d> world = bind_;
    for (std::size_t k = 0; k < world.size(); ++k) world[k] = motion[k] * bind_[k];
    Sample sample;
    for (const Eigen::Isometry3d& joint : local(world)) {
        const std::size_t k = sample.rotations.size();
        Eigen::Quaternionf turn = Eigen::Quaterniond(joint.linear()).normalized().cast<float>();
        const Eigen::Quaternionf before =
            samples_.empty() ? Eigen::Quaternionf::Identity() : samples_.back().rotations[k];
        if (turn.dot(before) < 0) turn.coeffs() *= -1;
        sample.rotations.push_back(turn);
        sample.translations.push_back(joint.translation().cast<float>());
    }
    samples_.push_back(std::move(sample));
}

}  // namespace sinew::usda
