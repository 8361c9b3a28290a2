#include "written_joints.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>

namespace sinew {
namespace {

std::vector<std::string> names_of(const std::vector<WrittenJoint>& joints) {
    std::vector<std::string> names;
    for (const WrittenJoint& joint : joints) names.push_back(joint.name);
    return names;
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

/// Lets bones without a tail end at the joints that they carry.
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

/// The angle that lies between two turns as they are written [rad]: of more than half a turn, too,
/// where both are about one axis, or their quaternions say so.
double written_angle(const Rotations& from, const Rotations& to) {
    if (from.list.size() <= 1 && to.list.size() <= 1) {
        const Rotation none{Eigen::Vector3d::UnitZ(), 0};
        const Rotation a = from.list.empty() ? none : from.list[0];
        const Rotation b = to.list.empty() ? none : to.list[0];
        const double along = a.axis.normalized().dot(b.axis.normalized());
        if (a.angle == 0 || b.angle == 0) return std::abs(a.angle - b.angle);
        if (std::abs(along) > 1 - 1e-9) return std::abs(a.angle - along * b.angle);
    }
    return 2 * std::acos(std::clamp(turn_of(from).dot(turn_of(to)), -1.0, 1.0));
}

/// Turns that do not arrive as they are written: half a turn and more from one keyframe to the
/// next.
void warn_of_far_turns(const WrittenJoint& joint, std::size_t number, const BuildContext& context) {
    constexpr double half = std::numbers::pi, tolerance = 1e-6;
    const auto degrees = [](double angle) { return std::round(angle * 180e6 / half) / 1e6; };
    for (std::size_t k = 1; k < joint.keyframes.size(); ++k) {
        const WrittenKeyframe &from = joint.keyframes[k - 1], &to = joint.keyframes[k];
        const double angle = written_angle(from.turn, to.turn);
        if (angle < half - tolerance) continue;
        const double done = std::abs(std::remainder(angle, 2 * half));
        context.warn(
            at(context, number, fmt::format("keyframes[{}].turn", k)),
            fmt::format("joint '{}' is written to turn by {:g} degrees from {:g} s to {:g} s; "
                        "between keyframes it goes the shorter way, by {:g} degrees{}",
                        joint.name, degrees(angle), from.time, to.time, degrees(done),
                        done > half - tolerance ? ", and both ways are as long" : ""),
            "write keyframes between, so that each is less than 180 degrees from the one before "
            "it (an angle without a unit is in radians: write 90 deg)");
    }
}

}  // namespace

Eigen::Quaterniond turn_of(const Rotations& rotations) {
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    for (const Rotation& one : rotations.list)
        turn = Eigen::AngleAxisd(one.angle, one.axis.normalized()) * turn;
    return turn;
}

void require_no_keyframes(const std::vector<WrittenJoint>& joints, const BuildContext& context) {
    for (std::size_t j = 0; j < joints.size(); ++j)
        if (!joints[j].keyframes.empty())
            context.fail(
                at(context, j, "keyframes"),
                fmt::format("joint '{}' has keyframes beside a motion from a file", joints[j].name),
                "leave them, or motion and retarget, out");
}

void warn_of_early_keyframes(const std::vector<WrittenJoint>& written,
                             const BuildContext& context) {
    const WrittenJoint* earliest = nullptr;
    for (const WrittenJoint& one : written)
        if (!one.keyframes.empty() && one.keyframes.front().time < 0 &&
            (earliest == nullptr || one.keyframes.front().time < earliest->keyframes.front().time))
            earliest = &one;
    if (earliest == nullptr) return;
    const double time = earliest->keyframes.front().time;
    context.warn(
        at(context, std::size_t(earliest - written.data()), "keyframes[0].time"),
        fmt::format("the keyframes of joint '{}' begin at {:g} s: the run starts there, and every "
                    "joint comes to its keyframes {:g} s later than they say",
                    earliest->name, time, -time),
        "let the first keyframe be at 0 s, or give the range of times to play: range: [0 s, ...]");
}

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
        warn_of_far_turns(one, w, context);
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
