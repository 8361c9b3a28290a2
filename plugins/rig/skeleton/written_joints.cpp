#include "written_joints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <sinew/kernel/diagnostics/nearest.hpp>

namespace sinew {
namespace {

std::vector<std::string> names_of(const std::vector<WrittenJoint>& joints) {
    std::vector<std::string> names;
    for (const WrittenJoint& joint : joints) names.push_back(joint.name);
    return names;
}

Eigen::Quaterniond turn_of(const Rotations& rotations) {
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    for (const Rotation& one : rotations.list)
        turn = Eigen::AngleAxisd(one.angle, one.axis.normalized()) * turn;
    return turn;
}

SourceMark at(const BuildContext& context, std::size_t joint, std::string_view parameter) {
    return context.at(fmt::format("joints[{}].{}", joint, parameter));
}

/// Numbers of joints such that parents come first; as written otherwise.
std::vector<std::size_t> in_order(const std::vector<WrittenJoint>& joints,
                                  const BuildContext& context) {
    const std::vector<std::string> names = names_of(joints);
    std::vector<char> is_placed(joints.size(), 0);
    const auto place_of = [&](const std::string& name) {
        return std::size_t(std::find(names.begin(), names.end(), name) - names.begin());
    };
    for (std::size_t j = 0; j < joints.size(); ++j) {
        if (joints[j].name.empty())
            context.fail(at(context, j, "name"), fmt::format("joint {} has no name", j),
                         "name every joint");
        if (place_of(joints[j].name) != j)
            context.fail(at(context, j, "name"),
                         fmt::format("two joints are named '{}'", joints[j].name),
                         "give each a name of its own");
        const std::string& parent = joints[j].parent;
        if (!parent.empty() && place_of(parent) == joints.size())
            context.fail(at(context, j, "parent"),
                         fmt::format("joint '{}' has the parent '{}', which is no joint",
                                     joints[j].name, parent),
                         suggestion(parent, names));
    }
    std::vector<std::size_t> order;
    for (bool any = true; any && order.size() < joints.size();) {
        any = false;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            if (is_placed[j]) continue;
            const std::string& parent = joints[j].parent;
            if (!parent.empty() && !is_placed[place_of(parent)]) continue;
            is_placed[j] = 1;
            any = true;
            order.push_back(j);
        }
    }
    if (order.size() == joints.size()) return order;
    // From any that has no root above it, upwards, as far as the circle goes.
    auto on = std::size_t(std::find(is_placed.begin(), is_placed.end(), 0) - is_placed.begin());
    for (std::size_t n = 0; n < joints.size(); ++n) on = place_of(joints[on].parent);
    std::set<std::size_t> numbers;
    for (; numbers.insert(on).second;) on = place_of(joints[on].parent);
    std::vector<std::string> circle;
    for (const std::size_t j : numbers) circle.push_back(joints[j].name);
    context.fail(at(context, *numbers.begin(), "parent"),
                 circle.size() == 1 ? fmt::format("joint '{}' is its own parent", circle.front())
                                    : fmt::format("the joints {} carry each other in a circle",
                                                  fmt::join(circle, ", ")),
                 "every joint needs a root above it: one without a parent");
}

/// What bones without a tail reach to: the joints that they carry.
void reach_children(std::vector<Joint>& joints, const std::vector<char>& has_tail,
                    const BuildContext& context) {
    for (const Joint& child : joints) {
        if (child.parent < 0 || has_tail[std::size_t(child.parent)]) continue;
        Joint& parent = joints[std::size_t(child.parent)];
        const Eigen::Vector3d head = parent.rest.translation(), tail = child.rest.translation();
        if ((tail - head).norm() == 0)
            context.fail(at(context, std::size_t(child.number), "at"),
                         fmt::format("the bone from joint '{}' to '{}' has no length", parent.name,
                                     child.name),
                         "move one of them, or give the first a tail");
        parent.segments.push_back({head, tail});
    }
    for (Joint& joint : joints)
        if (joint.segments.empty())
            joint.segments.push_back({joint.rest.translation(), joint.rest.translation()});
}

}  // namespace

Skeleton skeleton_of(const std::vector<WrittenJoint>& written, const BuildContext& context) {
    const std::vector<std::size_t> order = in_order(written, context);
    std::vector<Joint> joints;
    std::vector<char> has_tail;
    for (const std::size_t j : order) {
        const WrittenJoint& one = written[j];
        Joint joint;
        joint.name = one.name;
        joint.number = int(j);
        for (std::size_t k = 0; k < joints.size(); ++k)
            if (joints[k].name == one.parent) joint.parent = int(k);
        joint.rest = Eigen::Translation3d(one.at) * turn_of(one.rotate);
        joint.radius = one.radius;
        has_tail.push_back(one.tail.has_value());
        if (one.tail) {
            if ((*one.tail - one.at).norm() == 0)
                context.fail(at(context, j, "tail"),
                             fmt::format("the bone of joint '{}' has no length", one.name),
                             "move its tail, or leave it out for a joint without a bone");
            joint.segments.push_back({one.at, *one.tail});
        }
        joints.push_back(std::move(joint));
    }
    reach_children(joints, has_tail, context);
    return Skeleton(std::move(joints));
}

Clip clip_of(const std::vector<WrittenJoint>& written, const Skeleton& skeleton,
             const BuildContext& context) {
    Clip clip(skeleton.joints().size());
    for (std::size_t w = 0; w < written.size(); ++w) {
        const WrittenJoint& one = written[w];
        const std::size_t j = std::size_t(skeleton.find(one.name));
        for (std::size_t k = 0; k < one.keyframes.size(); ++k) {
            const WrittenKeyframe& key = one.keyframes[k];
            const Eigen::Quaterniond turn = turn_of(key.turn);
            TurnTrack& turns = clip.turns[j];
            if (!turns.times.empty() && key.time <= turns.times.back())
                context.fail(at(context, w, fmt::format("keyframes[{}].time", k)),
                             fmt::format("the keyframes of joint '{}' go from {:g} s to {:g} s",
                                         one.name, turns.times.back(), key.time),
                             "let their times increase");
            turns.times.push_back(key.time);
            turns.values.push_back(turn);
            clip.moves[j].times.push_back(key.time);
            clip.moves[j].values.push_back(key.move);
        }
    }
    return clip;
}

}  // namespace sinew
