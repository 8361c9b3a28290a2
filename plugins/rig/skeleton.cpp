/// Joints in a tree; each carries a bone. A clip turns and moves the joints, and every bone goes
/// with its joint as one rigid piece:
///
///     G_j(p) = G_parent(p) L_j(0) D_j(p),     T_j(p) = G_j(p) G_j(0)^-1,     x = T_j X
///
/// G_j: from the joint's frame to the node's; L_j(0): the same at rest, seen from the parent; D_j:
/// six parameters a joint, a turn (axis times angle) about its own origin and a move. Joints and
/// clip are written in the scene or read from files: glTF, BVH, or TGF with the motion of its
/// bones. Several clips are blended one over another, joint by joint: turns on the sphere, moves
/// linearly.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>

#include "skeleton/exported_joints.hpp"
#include "skeleton/file_skeleton.hpp"
#include "skeleton/frame.hpp"
#include "skeleton/played_clip.hpp"
#include "skeleton/retarget.hpp"
#include "skeleton/smoothing.hpp"
#include "skeleton/written_joints.hpp"

namespace sinew {

/// One of several clips.
struct WrittenClip : PlayParams {
    std::string clip;
    Path motion;
    double fade_in = 0;
    Varying<double> weight = 1;

    static constexpr auto fields = std::tuple_cat(
        std::tuple{
            field("clip", &WrittenClip::clip, "Which animation of a glTF file, by name or number"),
            field("motion", &WrittenClip::motion,
                  "Another file that it is taken from, as the skeleton's own `motion`"),
            field("fade_in", &WrittenClip::fade_in, unit::s, non_negative,
                  "Over which it is blended over the clips before it, from its `start` on"),
            field("weight", &WrittenClip::weight, from_to(0, 1),
                  "How far it is blended over the clips before it, in the end")},
        PlayParams::fields);
};

class SkeletonRig final : public SkeletalRig {
public:
    struct Params : SkeletonFileParams, PlayParams {
        std::vector<WrittenJoint> joints;
        std::string clip;
        double ease_in = 0;
        double smooth = 0;
        std::vector<WrittenClip> clips;
        std::optional<RetargetParams> retarget;

        static constexpr auto fields = std::tuple_cat(
            std::tuple{field("joints", &Params::joints,
                             "The joints and their bones; this or `file` is given")},
            SkeletonFileParams::fields,
            std::tuple{field("clip", &Params::clip,
                             "Which animation of a glTF file, by name or number; may be absent if "
                             "there is one")},
            PlayParams::fields,
            std::tuple{
                field("ease_in", &Params::ease_in, unit::s, non_negative,
                      "Over which the rest pose is blended into the clip, from `start` on"),
                field("smooth", &Params::smooth, unit::s, non_negative,
                      "Spacing of the poses through which a smooth curve goes in place of the "
                      "clip (a cubic B-spline): straight keyframes jerk what they carry at each; "
                      "0 leaves the clip as it is. It ends where a clip begins anew in another "
                      "pose"),
                field("clips", &Params::clips,
                      "Several clips instead, each blended over those before it"),
                field("retarget", &Params::retarget,
                      "The clips of `motion` are of another skeleton: which of its joints each of "
                      "these follows, by name if it is an empty map"),
            });
    };

    SkeletonRig(const Params& params, BuildContext& context)
        : SkeletonRig(animated_skeleton(params, context), SkeletonFrame(context), context) {
        smooth_ = params.smooth;
    }

    Index n_parameters() const override { return 6 * Index(skeleton_.joints().size()); }

    /// Turns count as much per radian as moves per size of the skeleton.
    RigParameter parameter(Index k) const override {
        static constexpr std::array kinds{"turn.x", "turn.y", "turn.z",
                                          "move.x", "move.y", "move.z"};
        const std::size_t which = std::size_t(k % 6);
        const std::string name =
            fmt::format("{}.{}", skeleton_.joints()[std::size_t(k / 6)].name, kinds[which]);
        const bool of_root = Index(k / 6) == root_;
        if (which < 3) return {name, "rad", 1, of_root, k - k % 6};
        return {name, "m", size_, of_root};
    }

    Vector parameters(double t) const override {
        const auto pose_at = [&](double time) {
            return blended(layers_, skeleton_.joints().size(), time, t);
        };
        return parameters_of(smooth_ > 0 ? smoothed(pose_at, smooth_, t) : pose_at(t));
    }
    bool jumps(double from, double to) const override {
        return jump(layers_, skeleton_.joints().size(), from, to);
    }

    BoneMotion pose(const Vector& p) const override {
        BoneMotion motion;
        find_world_motion(skeleton_.tree(), frame_.similar(), p, motion);
        return motion;
    }

    /// That of the one joint that no other carries.
    Eigen::Isometry3d root(const Vector& p) const override {
        return root_ < 0 ? Eigen::Isometry3d::Identity() : pose(p)[std::size_t(root_)];
    }

    std::string export_to(Archive& archive) const override {
        export_joints(skeleton_.tree(), frame_.similar(), root_, archive);
        return {};
    }

private:
    struct AnimatedSkeleton {
        Skeleton skeleton;
        std::vector<Layer> layers;
    };

    static AnimatedSkeleton animated_skeleton(const Params& params, BuildContext& context) {
        if (!params.clips.empty()) require_no_single_clip(params, context);
        if (!params.file.empty()) {
            if (!params.joints.empty())
                context.fail(params.file.mark, "a skeleton of joints and of a file",
                             "leave one of them out");
            return of_file(params, context);
        }
        if (params.joints.empty())
            context.fail("a skeleton without joints",
                         "write joints: [{name: ..., at: ...}, ...], or file: with a .gltf, .glb, "
                         ".bvh or .tgf file");
        require_no_file(params, params.retarget.has_value(), context);
        if (!params.retarget && (!params.clip.empty() || !params.clips.empty()))
            context.fail(context.at(params.clips.empty() ? "clip" : "clips"),
                         "clips without a file",
                         "the keyframes of written joints are the one clip that they have");
        Skeleton skeleton = skeleton_of(params.joints, context);
        if (params.retarget) {
            require_no_keyframes(params.joints, context);
            return of_other_skeleton(std::move(skeleton), params, context);
        }
        Clip clip = clip_of(params.joints, skeleton, context);
        if (!params.range) warn_of_early_keyframes(params.joints, context);
        std::vector<Layer> layers = one_layer(std::move(clip), params, context);
        return {std::move(skeleton), std::move(layers)};
    }

    static AnimatedSkeleton of_file(const Params& params, BuildContext& context) {
        const Path& first = params.clips.empty() ? params.motion : params.clips.front().motion;
        const FileSkeleton file(params, params.retarget ? Path() : first, context);
        Skeleton skeleton(file.joints());
        if (params.retarget) return of_other_skeleton(std::move(skeleton), params, context);
        if (params.clips.empty())
            return {std::move(skeleton),
                    one_layer(file.clip(params.motion, params.clip,
                                        params.clip.empty() ? params.file.mark : context.at("clip"),
                                        context),
                              params, context)};
        return {std::move(skeleton),
                layers_of(params, context, [&](const WrittenClip& one, const SourceMark& where) {
                    return file.clip(one.motion, one.clip, where, context);
                })};
    }

    /// Several clips, one over another; make(written, its place) gives each.
    template <class Make>
    static std::vector<Layer> layers_of(const Params& params, BuildContext& context, Make&& make) {
        std::vector<Layer> layers;
        for (std::size_t k = 0; k < params.clips.size(); ++k) {
            const WrittenClip& one = params.clips[k];
            Clip clip = make(one, context.at(fmt::format("clips[{}]", k)));
            std::string name = clip.name.empty() ? fmt::format("clip {}", k)
                                                 : fmt::format("the clip '{}'", clip.name);
            layers.push_back({PlayedClip(std::move(clip), one, std::move(name), context),
                              one.fade_in, one.weight,
                              context.at(fmt::format("clips[{}].start", k))});
        }
        return layers;
    }

    /// Clips of other skeletons, carried to this one.
    static AnimatedSkeleton of_other_skeleton(Skeleton skeleton, const Params& params,
                                              BuildContext& context) {
        const auto carried = [&](const Path& motion, const std::string& name,
                                 const SourceMark& where) {
            if (motion.empty())
                context.fail(where, "retarget without a motion",
                             "name the file of the other skeleton's clip: motion: ...");
            const SkeletonFileParams& own = params;
            SkeletonFileParams other = own;
            other.file = motion;
            other.motion = {};
            other.radius = 0;
            other.radii = {};
            if (!params.file.empty() && !gltf::is_gltf(motion)) other.skin.clear();
            const FileSkeleton file(other, {}, context);
            const Skeleton from(file.joints());
            return retargeted(file.clip({}, name, where, context), from, skeleton,
                              retargeting(*params.retarget, from, skeleton, context));
        };
        std::vector<Layer> layers =
            params.clips.empty()
                ? one_layer(carried(params.motion, params.clip, context.at("retarget")), params,
                            context)
                : layers_of(params, context, [&](const WrittenClip& one, const SourceMark& where) {
                      return carried(one.motion, one.clip, where);
                  });
        return {std::move(skeleton), std::move(layers)};
    }

    static std::vector<Layer> one_layer(Clip clip, const Params& params,
                                        const BuildContext& context) {
        return {{PlayedClip(std::move(clip), params, "the clip", context), params.ease_in, 1,
                 context.at("start")}};
    }

    static void require_no_single_clip(const Params& params, const BuildContext& context) {
        std::vector<std::string> set;
        if (!params.clip.empty()) set.push_back("clip");
        if (!params.motion.empty()) set.push_back("motion");
        if (params.speed != 1) set.push_back("speed");
        if (params.range) set.push_back("range");
        if (params.at_end != AtEnd::refuse) set.push_back("at_end");
        if (params.start != 0) set.push_back("start");
        if (params.ease_in != 0) set.push_back("ease_in");
        if (set.empty()) return;
        context.fail(context.at(set.front()), fmt::format("{} beside clips", fmt::join(set, ", ")),
                     "say it of each of the clips");
    }

    SkeletonRig(AnimatedSkeleton animated, const SkeletonFrame& frame, BuildContext& context)
        : SkeletalRig(frame.bones(animated.skeleton)),
          frame_(frame),
          layers_(std::move(animated.layers)),
          skeleton_(std::move(animated.skeleton)) {
        require_long_enough(layers_, context);
        warn_of_late_clips(layers_, context);
        const auto& joints = skeleton_.joints();
        const auto is_root = [](const Joint& joint) { return joint.parent < 0; };
        if (std::count_if(joints.begin(), joints.end(), is_root) == 1)
            root_ = std::find_if(joints.begin(), joints.end(), is_root) - joints.begin();
        Eigen::AlignedBox3d box;
        for (const Joint& joint : joints) box.extend(joint.rest.translation());
        if (const double diagonal = box.diagonal().norm(); diagonal > 0) size_ = diagonal;
    }

    SkeletonFrame frame_;
    std::vector<Layer> layers_;
    Skeleton skeleton_;
    Index root_ = -1;    ///< the one joint that no other carries; -1 if there are several
    double smooth_ = 0;  ///< spacing of the poses that are smoothed between [s]; 0: none are
    double size_ = 1;    ///< of the skeleton at rest, in its own frame [m]; 1 of a single joint
};

}  // namespace sinew

SINEW_PLUGIN(sinew::SkeletonRig, "rig/skeleton", "Joints in a tree, each with a bone")
