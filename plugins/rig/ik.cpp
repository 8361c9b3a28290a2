/// Inverse kinematics over another rig with bones: chains of joints turn so that points of bones
/// come to their targets, starting from the pose of that rig's clip.
///
///     omega = J' (J J' + lambda^2 1)^-1 e,     lambda^2 = damping^2 L |e|
///
/// e: from the point to its target, no longer than the chain's length L; omega: small turns of the
/// joints of the chain, which are done one after another from its begin; J: the derivative of the
/// point by them. A fixed number of such steps of damped least squares. The damping vanishes with
/// the error, so that they converge quadratically to what can be reached; towards what cannot, the
/// chain is stretched without jitter.
///
/// p is that of the rig below, and the pose at a time a function of the clip's pose and of the
/// targets there alone. A straight chain whose target lies on its own line has no side to bend to:
/// let the clip bend it a little.
///
/// Buss & Kim, Selectively damped least squares for inverse kinematics, 2005, section 2; Sugihara,
/// Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method, 2011 (damping by
/// the error).

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/rig/rig_handles.hpp>
#include <sinew/mechanics/rig/skeletal_rig.hpp>

#include "ik/chain.hpp"
#include "ik/led_target.hpp"

namespace sinew {

/// A point that is led to a target, as the scene says it.
struct WrittenHandle {
    std::string joint;
    std::optional<Eigen::Vector3d> point;
    Varying<Eigen::Vector3d> target;
    Varying<double> weight = 1;
    int chain = 2;

    static constexpr auto fields = std::tuple{
        field("joint", &WrittenHandle::joint, "The last of the joints that turn").required(),
        field("point", &WrittenHandle::point, unit::m,
              "What of its bone is led to the target, at rest, in the node's frame; the bone's "
              "tail if absent"),
        field("target", &WrittenHandle::target, unit::m, "Where to, over time, in the node's frame")
            .required(),
        field("weight", &WrittenHandle::weight, from_to(0, 1),
              "How far from where the clip has the point: 0 is the clip's pose, 1 the target"),
        field("chain", &WrittenHandle::chain, at_least(1),
              "Number of joints that turn: `joint` and those that carry it"),
    };
};

class IkRig final : public SkeletalRig, public RigHandles {
public:
    struct Params {
        PluginSlot<Rig> of;
        std::vector<WrittenHandle> handles;
        double damping = 0.5;
        int iterations = 20;

        static constexpr auto fields = std::tuple{
            field("of", &Params::of, "The rig below: its bones, its clip").required(),
            field("handles", &Params::handles,
                  "Points with targets; each starts from the pose that those before it leave")
                .required(),
            field("damping", &Params::damping, positive,
                  "Of the turns of a step: greater is slower, and steadier near a stretched chain"),
            field("iterations", &Params::iterations, from_to(1, 1000), "Steps for each handle"),
        };
    };
    static constexpr const char* source = "Buss & Kim 2005; Sugihara 2011";

    IkRig(const Params& params, BuildContext& context)
        : IkRig(params, rig_below(params, context), context) {}

    Index n_parameters() const override { return below_->n_parameters(); }
    RigParameter parameter(Index k) const override { return below_->parameter(k); }
    BoneMotion pose(const Vector& p) const override { return below_->pose(p); }
    bool jumps(double from, double to) const override { return below_->jumps(from, to); }
    Eigen::Isometry3d root(const Vector& p) const override { return below_->root(p); }
    /// A player is given where joints are, and leads none itself.
    std::string export_to(Archive& archive) const override { return below_->export_to(archive); }

    Vector parameters(double t) const override {
        Vector p = below_->parameters(t);
        for (const Handle& handle : handles_) {
            const double weight = handle.weight.at(t);
            if (weight == 0) continue;
            handle.chain.lead(p, below_->pose(p), handle.target_at(t, world_), weight,
                              params_.damping, params_.iterations);
        }
        return p;
    }

    RigHandles* handles() override { return this; }
    Index n_handles() const override { return Index(handles_.size()); }
    std::string handle_name(Index k) const override {
        return params_.handles[std::size_t(k)].joint;
    }
    const Eigen::Affine3d& handle_frame() const override { return world_; }
    Eigen::Vector3d handle_position(Index k, double t) const override {
        return handles_[std::size_t(k)].chain.point(pose(parameters(t)));
    }
    Eigen::Vector3d handle_target(Index k, double t) const override {
        return handles_[std::size_t(k)].target_at(t, world_);
    }
    void lead(Index k, double t, const Eigen::Vector3d& target) override {
        handles_[std::size_t(k)].led.lead(t, target);
        drop_kept_pose();
    }
    void let_go() override {
        for (Handle& handle : handles_) handle.led.let_go();
        drop_kept_pose();
    }

private:
    struct Handle {
        IkChain chain;
        Varying<Eigen::Vector3d> target;  ///< of the scene, in the node's frame
        Varying<double> weight;
        LedTarget led;

        Eigen::Vector3d target_at(double t, const Eigen::Affine3d& world) const {
            return led.is_led(t) ? led.at(t) : world * target.at(t);
        }
    };
    using RigBelow = std::unique_ptr<Rig>;

    static RigBelow rig_below(const Params& params, BuildContext& context) {
        RigBelow rig = params.of.make(context);
        const SkeletalRig* bones = rig->skeletal();
        const SourceMark& where = params.of.value().mark;
        const std::string name = rig->provenance.plugin;
        if (bones == nullptr)
            context.fail(where, fmt::format("{} has no bones that could turn", name),
                         "take one with bones: of: {type: skeleton, ...}");
        if (static_cast<const Rig*>(bones) != rig.get())
            context.fail(
                where, fmt::format("{} moves more than bones, which rig/ik would leave out", name),
                "let it stand above: rig: {type: psd, of: {type: ik, ...}, ...}");
        bool has_turns = bones->n_parameters() == 6 * Index(bones->bones().size());
        for (Index k = 0; has_turns && k < bones->n_parameters(); k += 6)
            has_turns = bones->parameter(k).of_turn == k;
        if (!has_turns)
            context.fail(
                where,
                fmt::format("the parameters of {} are not six a bone, a turn and a move", name),
                "take of: {type: skeleton, ...}");
        return rig;
    }

    IkRig(const Params& params, RigBelow below, BuildContext& context)
        : SkeletalRig(below->skeletal()->bones()),
          params_(params),
          world_(context.node().world()),
          rig_(std::move(below)),
          below_(rig_->skeletal()) {
        for (std::size_t k = 0; k < params.handles.size(); ++k) {
            const WrittenHandle& written = params.handles[k];
            handles_.push_back({chain_of(written, k, context), written.target, written.weight, {}});
        }
        if (handles_.empty())
            context.fail(context.at("handles"), "inverse kinematics without a handle",
                         "give one: handles: [{joint: ..., target: [...]}]");
    }

    IkChain chain_of(const WrittenHandle& written, std::size_t k,
                     const BuildContext& context) const {
        const auto at = [&](const char* key) {
            return context.at(fmt::format("handles[{}].{}", k, key));
        };
        std::vector<std::string> names;
        for (const Bone& bone : bones()) names.push_back(bone.name);
        const auto found = std::find(names.begin(), names.end(), written.joint);
        if (found == names.end())
            context.fail(
                at("joint"),
                fmt::format("{} has no joint '{}'", rig_->provenance.plugin, written.joint),
                suggestion(written.joint, names));
        for (std::size_t other = 0; other < k; ++other)
            if (params_.handles[other].joint == written.joint)
                context.fail(
                    at("joint"),
                    fmt::format("joint '{}' has a handle already, number {}", written.joint, other),
                    "leave one of them out");
        const int end = int(found - names.begin());
        std::vector<int> chain;
        for (int b = end; b >= 0 && int(chain.size()) < written.chain;
             b = bones()[std::size_t(b)].parent)
            chain.insert(chain.begin(), b);
        if (int(chain.size()) < written.chain)
            context.fail(at("chain"),
                         fmt::format("a chain of {} joints, and '{}' is number {} from its root",
                                     written.chain, written.joint, chain.size()),
                         fmt::format("give at most chain: {}", chain.size()));
        const Eigen::Vector3d point =
            written.point ? Eigen::Vector3d(world_ * *written.point)
                          : tail_of(bones()[std::size_t(end)], at("joint"), context);
        IkChain result(*below_, chain, point);
        if (!(result.length() > 0))
            context.fail(at("joint"),
                         fmt::format("the point of '{}' that has a target is at the joint that "
                                     "turns it",
                                     written.joint),
                         "give a longer `chain`, or a `point` of the bone");
        return result;
    }

    static Eigen::Vector3d tail_of(const Bone& bone, const SourceMark& where,
                                   const BuildContext& context) {
        if (bone.segments.size() > 1)
            context.fail(
                where,
                fmt::format("the bone of '{}' has {} tails", bone.name, bone.segments.size()),
                "say which point of it is led to the target: point: [...]");
        return bone.segments.empty() ? bone.joint : bone.segments.front().tail;
    }

    Params params_;
    Eigen::Affine3d world_;  ///< from the node's frame
    RigBelow rig_;
    const SkeletalRig* below_;  ///< of rig_
    std::vector<Handle> handles_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::IkRig, "rig/ik", "Chains of joints that lead points of bones to targets")
