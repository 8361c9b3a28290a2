/// Joints in a tree; each carries a bone. A clip turns and moves the joints, and every bone goes
/// with its joint as one rigid piece:
///
///     G_j(p) = G_parent(p) L_j(0) D_j(p),     T_j(p) = G_j(p) G_j(0)^-1,     x = T_j X
///
/// G_j: from the joint's frame to the node's; L_j(0): the same at rest, seen from the parent; D_j:
/// six parameters a joint, a turn (axis times angle) about its own origin and a move. Joints and
/// clip are written in the scene or read from files: BVH, or TGF with the motion of its bones.

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/clip.hpp>
#include <sinew/mechanics/rig/rig.hpp>

#include "skeleton/file_skeleton.hpp"
#include "skeleton/frame.hpp"
#include "skeleton/written_joints.hpp"

namespace sinew {

enum class AtEnd { refuse, hold, repeat, back_and_forth };
template <>
struct EnumNames<AtEnd> {
    static constexpr std::array names{
        std::pair{"refuse", AtEnd::refuse}, std::pair{"hold", AtEnd::hold},
        std::pair{"repeat", AtEnd::repeat}, std::pair{"back_and_forth", AtEnd::back_and_forth}};
};

class SkeletonRig final : public Rig {
public:
    struct Params : SkeletonFileParams {
        std::vector<WrittenJoint> joints;
        double speed = 1;
        std::optional<Eigen::Vector2d> range;
        AtEnd at_end = AtEnd::refuse;
        double start = 0;
        double ease_in = 0;

        static constexpr auto fields = std::tuple_cat(
            std::tuple{field("joints", &Params::joints,
                             "The joints and their bones; this or `file` is given")},
            SkeletonFileParams::fields,
            std::tuple{
                field("speed", &Params::speed, positive, "Of the clip beside the scene's clock"),
                field("range", &Params::range, unit::s,
                      "Part of the clip that is played, in its own time; all of it if absent"),
                field(
                    "at_end", &Params::at_end,
                    "Where the run is longer than the clip: refuse the scene, hold the last pose, "
                    "repeat the clip, or play it back and forth"),
                field("start", &Params::start, unit::s, non_negative,
                      "When the clip begins; its first pose holds until then"),
                field("ease_in", &Params::ease_in, unit::s, non_negative,
                      "Over which the rest pose is blended into the clip, from `start` on"),
            });
    };

    SkeletonRig(const Params& params, BuildContext& context)
        : SkeletonRig(params, animated_skeleton(params, context), SkeletonFrame(context), context) {
    }

    Index n_parameters() const override { return 6 * Index(skeleton_.joints().size()); }

    Vector parameters(double t) const override {
        const SkeletonPose pose = clip_.at(clip_time(t));
        const double since = t - params_.start;
        if (params_.ease_in == 0 || since >= params_.ease_in) return parameters_of(pose);
        const double s = std::max(0.0, since / params_.ease_in);
        return parameters_of(blend(SkeletonPose(pose.size()), pose, s * s * (3 - 2 * s)));
    }

    BoneMotion pose(const Vector& p) const override {
        BoneMotion motion = skeleton_.motion(pose_of(p));
        for (Eigen::Isometry3d& T : motion) T = frame_.in_world(T);
        return motion;
    }

private:
    struct AnimatedSkeleton {
        Skeleton skeleton;
        Clip clip;
    };

    static AnimatedSkeleton animated_skeleton(const Params& params, BuildContext& context) {
        if (!params.file.empty()) {
            if (!params.joints.empty())
                context.fail(params.file.mark, "a skeleton of joints and of a file",
                             "leave one of them out");
            SkeletonFile file = read_skeleton(params, context);
            return {Skeleton(std::move(file.joints)), std::move(file.clip)};
        }
        if (params.joints.empty())
            context.fail("a skeleton without joints",
                         "write joints: [{name: ..., at: ...}, ...], or file: with a .bvh or .tgf "
                         "file");
        require_no_file(params, context);
        Skeleton skeleton = skeleton_of(params.joints, context);
        Clip clip = clip_of(params.joints, skeleton, context);
        return {std::move(skeleton), std::move(clip)};
    }

    SkeletonRig(const Params& params, AnimatedSkeleton animated, const SkeletonFrame& frame,
                BuildContext& context)
        : Rig(frame.bones(animated.skeleton)),
          params_(params),
          frame_(frame),
          clip_(std::move(animated.clip)),
          skeleton_(std::move(animated.skeleton)) {
        begin_ = clip_.begin();
        end_ = clip_.end();
        if (params.range) take_range(*params.range, context);
        if (params.at_end == AtEnd::refuse) refuse_short_clip(context);
    }

    void take_range(const Eigen::Vector2d& range, const BuildContext& context) {
        if (!(range[0] < range[1]) || range[0] < begin_ || range[1] > end_)
            context.fail(fmt::format("the range from {:g} s to {:g} s is no part of the clip, "
                                     "which goes from {:g} s to {:g} s",
                                     range[0], range[1], begin_, end_),
                         "give [from, to] inside the clip");
        begin_ = range[0];
        end_ = range[1];
    }

    void refuse_short_clip(const BuildContext& context) const {
        if (begin_ == end_) return;  // a pose, or none
        const double run_end = context.graph().time().end;
        const double clip_end = params_.start + (end_ - begin_) / params_.speed;
        if (run_end <= clip_end * (1 + 1e-9)) return;
        context.fail(fmt::format("the clip ends at {:g} s, the run at {:g} s", clip_end, run_end),
                     fmt::format("say what comes then, at_end: hold, repeat or back_and_forth; or "
                                 "let time.end be {:g} s",
                                 clip_end));
    }

    /// The clip's own time at time t of the scene.
    double clip_time(double t) const {
        const double length = end_ - begin_;
        double s = std::max(0.0, t - params_.start) * params_.speed;
        if (length <= 0) return begin_;
        if (params_.at_end == AtEnd::repeat) {
            s = std::fmod(s, length);
        } else if (params_.at_end == AtEnd::back_and_forth) {
            s = std::fmod(s, 2 * length);
            s = s > length ? 2 * length - s : s;
        }
        return begin_ + std::min(s, length);
    }

    Params params_;
    SkeletonFrame frame_;
    Clip clip_;
    Skeleton skeleton_;
    double begin_ = 0, end_ = 0;  ///< what is played of the clip, in its own time [s]
};

}  // namespace sinew

SINEW_PLUGIN(sinew::SkeletonRig, "rig/skeleton", "Joints in a tree, each with a bone")
