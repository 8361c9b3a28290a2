/// A clip of one skeleton on another, whose bones have other lengths, directions and frames.
///
/// A joint j that follows the joint s of the other skeleton turns, since its rest, by
///
///     Q_s(t) A_j,      Q_s(t) = R_s(t) R_s(0)^-1  in the skeleton's frame,
///
/// where A_j turns j's bones at rest onto those of s: a joint whose rest is an A follows one whose
/// rest is a T. A_j is the rotation that takes the directions from j to the joints below it that
/// follow joints below s nearest to theirs (polar decomposition of the sum of their outer
/// products); where they lie on one line, or both are single bones that carry nothing, the shortest
/// turn. A root goes where the other goes, by its way since rest times `scale`. Joints that follow
/// nothing stay at rest beside their parent.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/transform.hpp>
#include <sinew/mechanics/rig/clip.hpp>

namespace sinew {

struct Following {
    std::string joint, follows;

    static constexpr auto fields = std::tuple{
        field("joint", &Following::joint, "A joint of this skeleton").required(),
        field("follows", &Following::follows, "The joint of the motion's file that it follows")
            .required(),
    };
};

struct RetargetParams {
    std::vector<Following> joints;
    std::optional<double> scale;
    Rotations rotate;

    static constexpr auto fields = std::tuple{
        field("joints", &RetargetParams::joints,
              "Joints that have another name there; all others follow that of their own name"),
        field("scale", &RetargetParams::scale, positive,
              "Factor on the way of the root; the ratio of the lengths of the bones that follow "
              "one if absent"),
        field("rotate", &RetargetParams::rotate,
              "From the axes of the motion's file to those of this skeleton: {axis: [1, 0, 0], "
              "angle: 90 deg} where y points up there and z here"),
    };
};

/// The joint of another skeleton that each joint follows, -1 for none, and how.
struct Retargeting {
    std::vector<int> source;
    double scale = 1;
    Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();  ///< from the other's axes
};

/// The pairs of joints of two skeletons that the parameters ask for. Throws InputError: a name that
/// one of them does not have, a joint named twice, no joint that follows any; warns of joints and
/// roots that follow none.
Retargeting retargeting(const RetargetParams& params, const Skeleton& from, const Skeleton& to,
                        BuildContext& context);

/// The clip of `from` as one of `to`: keyframes at all times at which a joint has one, and between
/// them a thirtieth of a second apart at most; straight on between those.
Clip retargeted(const Clip& clip, const Skeleton& from, const Skeleton& to, const Retargeting& how);

}  // namespace sinew
