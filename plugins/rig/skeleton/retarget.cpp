#include "retarget.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/mechanics/math/polar.hpp>

#include "written_joints.hpp"

namespace sinew {
namespace {

std::vector<std::string> names_of(const Skeleton& skeleton) {
    std::vector<std::string> names;
    for (const Joint& joint : skeleton.joints()) names.push_back(joint.name);
    return names;
}

int joint_named(const Skeleton& skeleton, const std::string& name, const std::string& whose,
                const SourceMark& where, const BuildContext& context) {
    const int joint = skeleton.find(name);
    if (joint < 0)
        context.fail(where, fmt::format("{} has no joint '{}'", whose, name),
                     suggestion(name, names_of(skeleton)));
    return joint;
}

double length_of(const Joint& joint) {
    double sum = 0;
    for (const BoneSegment& segment : joint.segments) sum += (segment.tail - segment.head).norm();
    return sum;
}

bool is_below(const Skeleton& skeleton, int joint, int above) {
    while (joint > above) joint = skeleton.joints()[std::size_t(joint)].parent;
    return joint == above;
}

/// Pairs of unit directions at rest: of this skeleton, and of the other one, in this one's axes.
struct Directions {
    std::vector<Eigen::Vector3d> here, there;

    void add(const Eigen::Vector3d& own, const Eigen::Vector3d& other) {
        if (own.norm() == 0 || other.norm() == 0) return;
        here.push_back(own.normalized());
        there.push_back(other.normalized());
    }
};

/// Those to the joints that the joint carries, each with the joint that it follows; of bones that
/// carry nothing, their own.
Directions directions(const Skeleton& from, const Skeleton& to, const Retargeting& how, int joint) {
    const auto& own = to.joints();
    const auto& others = from.joints();
    const int source = how.source[std::size_t(joint)];
    const auto at = [](const Joint& one) { return one.rest.translation(); };
    Directions found;
    for (int c = joint + 1; c < int(own.size()); ++c) {
        const int follows = how.source[std::size_t(c)];
        if (own[std::size_t(c)].parent != joint || follows < 0 || follows == source ||
            !is_below(from, follows, source))
            continue;
        found.add(at(own[std::size_t(c)]) - at(own[std::size_t(joint)]),
                  how.turn * (at(others[std::size_t(follows)]) - at(others[std::size_t(source)])));
    }
    const std::vector<BoneSegment>&mine = own[std::size_t(joint)].segments,
          &its = others[std::size_t(source)].segments;
    if (found.here.empty() && mine.size() == 1 && its.size() == 1)
        found.add(mine[0].tail - mine[0].head, how.turn * (its[0].tail - its[0].head));
    return found;
}

/// The shortest turn, about the normal of both; half a turn has any normal.
Eigen::Quaterniond shortest_turn(const Eigen::Vector3d& from, const Eigen::Vector3d& to) {
    Eigen::Vector3d normal = from.cross(to);
    const double angle = std::atan2(normal.norm(), from.dot(to));
    if (normal.norm() < 1e-12) normal = from.unitOrthogonal();
    return Eigen::Quaterniond(Eigen::AngleAxisd(angle, normal.normalized()));
}

/// The rotation that takes each direction nearest to its other; the shortest turn if they lie on
/// one line.
Eigen::Quaterniond alignment(const Directions& of) {
    if (of.here.empty()) return Eigen::Quaterniond::Identity();
    constexpr double least_angle = 1e-3;
    // Normals too, since directions in one plane do not tell its sides apart.
    Eigen::Matrix3d sum = Eigen::Matrix3d::Zero();
    bool spans_plane = false;
    for (std::size_t i = 0; i < of.here.size(); ++i) {
        sum += of.there[i] * of.here[i].transpose();
        for (std::size_t k = 0; k < i; ++k) {
            const Eigen::Vector3d here = of.here[k].cross(of.here[i]),
                                  there = of.there[k].cross(of.there[i]);
            sum += there * here.transpose();
            spans_plane = spans_plane || (here.norm() > least_angle && there.norm() > least_angle);
        }
    }
    if (!spans_plane) return shortest_turn(of.here[0], of.there[0]);
    return Eigen::Quaterniond(polar<double>(sum).R).normalized();
}

/// Keyframes of all tracks, and times between them.
std::vector<double> times_of(const Clip& clip) {
    constexpr double longest = 1.0 / 30;
    std::vector<double> keyframes;
    for (const TurnTrack& track : clip.turns)
        keyframes.insert(keyframes.end(), track.times.begin(), track.times.end());
    for (const MoveTrack& track : clip.moves)
        keyframes.insert(keyframes.end(), track.times.begin(), track.times.end());
    std::sort(keyframes.begin(), keyframes.end());
    keyframes.erase(std::unique(keyframes.begin(), keyframes.end()), keyframes.end());
    std::vector<double> times;
    for (std::size_t k = 0; k < keyframes.size(); ++k) {
        times.push_back(keyframes[k]);
        if (k + 1 == keyframes.size()) break;
        const double gap = keyframes[k + 1] - keyframes[k];
        const int n = int(std::ceil(gap / longest * (1 - 1e-9)));
        for (int i = 1; i < n; ++i) times.push_back(keyframes[k] + gap * i / n);
    }
    return times;
}

/// Ratio of the distances between joints that follow one, each to the next such joint above it;
/// of bones that carry no such joint, of their lengths.
double ratio_of_lengths(const Skeleton& from, const Skeleton& to, const Retargeting& how) {
    const auto at = [](const Skeleton& skeleton, int joint) {
        return skeleton.joints()[std::size_t(joint)].rest.translation();
    };
    double own = 0, other = 0;
    std::vector<char> carries(how.source.size(), 0);
    for (int j = int(how.source.size()) - 1; j >= 0; --j) {
        const int source = how.source[std::size_t(j)];
        if (source < 0) continue;
        int above = to.joints()[std::size_t(j)].parent;
        while (above >= 0 && how.source[std::size_t(above)] < 0)
            above = to.joints()[std::size_t(above)].parent;
        if (above >= 0) {
            carries[std::size_t(above)] = 1;
            own += (at(to, j) - at(to, above)).norm();
            other += (at(from, source) - at(from, how.source[std::size_t(above)])).norm();
        }
        const Joint &here = to.joints()[std::size_t(j)],
                    &there = from.joints()[std::size_t(source)];
        if (carries[std::size_t(j)] || here.segments.size() != 1 || there.segments.size() != 1)
            continue;
        own += length_of(here);
        other += length_of(there);
    }
    return own > 0 && other > 0 ? own / other : 1;
}

}  // namespace

Retargeting retargeting(const RetargetParams& params, const Skeleton& from, const Skeleton& to,
                        BuildContext& context) {
    Retargeting how;
    how.turn = turn_of(params.rotate);
    for (const Joint& joint : to.joints()) how.source.push_back(from.find(joint.name));
    std::vector<char> is_named(how.source.size(), 0);
    for (std::size_t k = 0; k < params.joints.size(); ++k) {
        const auto where = [&](const char* key) {
            return context.at(fmt::format("retarget.joints[{}].{}", k, key));
        };
        const Following& one = params.joints[k];
        const auto j =
            std::size_t(joint_named(to, one.joint, "this skeleton", where("joint"), context));
        if (is_named[j])
            context.fail(where("joint"), fmt::format("joint '{}' is named twice", one.joint),
                         "let it follow one joint");
        is_named[j] = 1;
        how.source[j] =
            joint_named(from, one.follows, "the motion's skeleton", where("follows"), context);
    }
    std::vector<std::string> idle, still;
    for (std::size_t j = 0; j < how.source.size(); ++j) {
        if (how.source[j] >= 0) continue;
        idle.push_back(to.joints()[j].name);
        if (to.joints()[j].parent < 0) still.push_back(to.joints()[j].name);
    }
    const std::string there = fmt::format("{}", fmt::join(names_of(from), ", "));
    if (idle.size() == how.source.size())
        context.fail(context.at("retarget"), "no joint has the name of one in the motion's file",
                     "pair them by joints: [{joint: ..., follows: ...}]; it has " + there);
    if (!idle.empty())
        context.warn(
            fmt::format("joints that follow none of the motion's stay at rest beside their "
                        "parents: {}{}",
                        fmt::join(idle, ", "),
                        still.empty() ? ""
                                      : fmt::format("; so the roots {} do not go anywhere",
                                                    fmt::join(still, ", "))),
            "pair them by retarget: {joints: [{joint: ..., follows: ...}]}; it has " + there);
    how.scale = params.scale.value_or(ratio_of_lengths(from, to, how));
    return how;
}

Clip retargeted(const Clip& clip, const Skeleton& from, const Skeleton& to,
                const Retargeting& how) {
    const std::vector<Joint>& joints = to.joints();
    std::vector<Eigen::Quaterniond> aligned(joints.size(), Eigen::Quaterniond::Identity());
    for (std::size_t j = 0; j < joints.size(); ++j)
        if (how.source[j] >= 0) aligned[j] = alignment(directions(from, to, how, int(j)));

    Clip result(joints.size());
    result.name = clip.name;
    const std::vector<double> times = times_of(clip);
    for (const double t : times) {
        const BoneMotion motion = from.motion(clip.at(t));
        std::vector<Eigen::Quaterniond> frames(joints.size());  // of the joints, now
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const Joint& joint = joints[j];
            const Eigen::Quaterniond rest(joint.rest.linear());
            Eigen::Quaterniond carried = rest;  // with the parent, at rest beside it
            if (joint.parent >= 0) {
                const auto p = std::size_t(joint.parent);
                carried =
                    frames[p] * Eigen::Quaterniond(joints[p].rest.linear()).conjugate() * rest;
            }
            frames[j] = carried;
            const int source = how.source[j];
            if (source < 0) continue;
            const Eigen::Isometry3d& moved = motion[std::size_t(source)];
            const Eigen::Quaterniond turned =
                how.turn * Eigen::Quaterniond(moved.linear()) * how.turn.conjugate();
            frames[j] = turned * aligned[j] * rest;
            result.turns[j].times.push_back(t);
            result.turns[j].values.push_back((carried.conjugate() * frames[j]).normalized());
            if (joint.parent >= 0) continue;
            const Eigen::Vector3d x = from.joints()[std::size_t(source)].rest.translation();
            result.moves[j].times.push_back(t);
            result.moves[j].values.push_back(how.scale * (how.turn * (moved * x - x)));
        }
    }
    return result;
}

}  // namespace sinew
