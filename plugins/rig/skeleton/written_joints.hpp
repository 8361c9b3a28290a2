/// A skeleton as a scene writes it.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/transform.hpp>
#include <sinew/mechanics/rig/clip.hpp>

namespace sinew {

struct WrittenKeyframe {
    double time = 0;
    Rotations turn;
    Eigen::Vector3d move = Eigen::Vector3d::Zero();

    static constexpr auto fields = std::tuple{
        field("time", &WrittenKeyframe::time, unit::s, "When").required(),
        field("turn", &WrittenKeyframe::turn,
              "From the rest, about axes of the joint's own frame: a rotation, or a list applied "
              "in order"),
        field("move", &WrittenKeyframe::move, unit::m, "From the rest, seen from the parent joint"),
    };
};

struct WrittenJoint {
    std::string name, parent;
    Eigen::Vector3d at = Eigen::Vector3d::Zero();
    std::optional<Eigen::Vector3d> tail;
    Rotations rotate;
    double radius = 0;
    std::vector<WrittenKeyframe> keyframes;

    static constexpr auto fields = std::tuple{
        field("name", &WrittenJoint::name, "Of the joint, and of the bone that turns with it")
            .required(),
        field("parent", &WrittenJoint::parent, "Joint that carries it; a root if absent"),
        field("at", &WrittenJoint::at, unit::m, "Where it turns, in the node's rest frame")
            .required(),
        field("tail", &WrittenJoint::tail, unit::m,
              "Where its bone ends; if absent the bone reaches to the joints that it carries. A "
              "joint with neither has a point for a bone: at the end of another bone no point is "
              "nearer to it than to that one"),
        field("rotate", &WrittenJoint::rotate,
              "Its own frame at rest, in the node's; keyframes turn about its axes"),
        field("radius", &WrittenJoint::radius, unit::m, non_negative,
              "Of what constraint/attach fastens to the bone"),
        field("keyframes", &WrittenJoint::keyframes, "Its motion, between them on the sphere"),
    };
};

/// The rotation that the list makes, one after the other.
Eigen::Quaterniond turn_of(const Rotations& rotations);

/// Throws InputError: a joint without or with another's name, a parent that does not exist, cycles,
/// bones without length.
Skeleton skeleton_of(const std::vector<WrittenJoint>& joints, const BuildContext& context);
/// Throws InputError if a joint has keyframes: its motion comes from a file.
void require_no_keyframes(const std::vector<WrittenJoint>& joints, const BuildContext& context);
/// Says that a clip which begins before 0 s is played from there on.
void warn_of_early_keyframes(const std::vector<WrittenJoint>& joints, const BuildContext& context);
/// The keyframes of the joints, in the order of the skeleton. Between two of them a
/// turn goes the shorter way; a warning says where that is another. Throws InputError: times that
/// do not increase.
Clip clip_of(const std::vector<WrittenJoint>& joints, const Skeleton& skeleton,
             const BuildContext& context);

}  // namespace sinew
