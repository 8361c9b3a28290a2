/// Nodes inside the radius of a bone go with it, each from its own position at rest:
///
///     x_i = T_j X_i
///
/// Without `stiffness` they are held there; with it they hang on springs, whose energy is
/// C(x) = ks/2 ||x_i - T_j X_i||^2 a node. A node in the reach of several bones goes with the one
/// nearest to it.
///
/// Song, Kachkovski, Monem, Negash & Levin, Automatic skinning using the mixed finite element
/// method, 2023, section 3 (C(x) below equation 6) and figure 2 (offsets).

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/load/spring_load.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/rig/named_bones.hpp>
#include <sinew/mechanics/rig/zero_length_bones.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <sinew/mechanics/skinning/moving_points.hpp>
#include <sinew/mechanics/skinning/rig_and_body.hpp>

namespace sinew {

class Attach final : public Constraint {
public:
    struct Params {
        std::vector<std::string> bones;
        std::optional<double> radius;
        Selection where;
        std::optional<double> stiffness;

        static constexpr auto fields = std::tuple{
            field("bones", &Params::bones, "Names of bones; all if absent"),
            field("radius", &Params::radius, unit::m, positive, "In place of the bones' own radii"),
            field("where", &Params::where, "Only nodes of these; all if absent"),
            field("stiffness", &Params::stiffness, unit::N_per_m, positive,
                  "ks of a spring for each node; without it nodes are constrained"),
        };
    };
    static constexpr const char* source = "Song et al. 2023, section 3 and figure 2";

    Attach(const Params& params, BuildContext& context) : rig_(skeletal_rig_here(context)) {
        const Body& body = body_here(context);
        find_nodes(params, body, context);
        rest_ = body.mesh.positions(Eigen::all, nodes_);
        warn_if_body_can_turn(body, context);
        warn_if_nothing_is_drawn(body, context);
        if (context.node().slot("weights") == nullptr)  // which say it themselves
            warn_of_sizes(context.node(), body, rig_.bones(),
                          {context.plugin(), context.node().path(), context.where()});
        if (params.stiffness) springs_ = std::make_unique<Springs>(*this, *params.stiffness);
    }

    void constrain(const Body&, double t, std::vector<ConstrainedNode>& out) const override {
        if (springs_) return;
        constrain_to_motion(rig_, nodes_, t, out,
                            [&](const BoneMotion& motion) { return positions(motion); });
    }

    const Load* springs() const override { return springs_.get(); }

private:
    class Springs final : public SpringLoad {
    public:
        Springs(const Attach& attach, double stiffness) : attach_(attach), stiffness_(stiffness) {}
        bool affine() const override { return true; }
        void each_spring(double t, const Visit& visit) const override {
            if (!attach_.common.active(t)) return;
            const Points ends = attach_.positions(attach_.rig_.at(t));
            for (std::size_t i = 0; i < attach_.nodes_.size(); ++i)
                visit({MaterialPoint::at_node(0, attach_.nodes_[i]), stiffness_,
                       ends.col(Eigen::Index(i))});
        }

    private:
        const Attach& attach_;
        double stiffness_;
    };

    Points positions(const BoneMotion& motion) const {
        Points result(3, rest_.cols());
        for (Eigen::Index i = 0; i < rest_.cols(); ++i)
            result.col(i) = motion[std::size_t(bones_[std::size_t(i)])] * rest_.col(i);
        return result;
    }

    void find_nodes(const Params& params, const Body& body, const BuildContext& context) {
        const std::vector<int> bones = named_bones(rig_, params.bones, context);
        if (!params.radius && std::none_of(bones.begin(), bones.end(), [&](int j) {
                return rig_.bones()[std::size_t(j)].radius > 0;
            }))
            context.fail("no bone has a radius, so that nothing is attached",
                         "give the bones a radius in the rig, or one here: radius: 2 cm");
        const std::vector<int> candidates =
            params.where.empty() ? Selection::everything().nodes(body.local_mesh(), body.skin)
                                 : body.nodes(params.where);
        double nearest = std::numeric_limits<double>::infinity();
        for (const int node : candidates) {
            const Eigen::Vector3d X = body.mesh.positions.col(node);
            int best = -1;
            double least = std::numeric_limits<double>::infinity();
            for (const int j : bones) {
                const Bone& bone = rig_.bones()[std::size_t(j)];
                const double distance = distance_to(bone, X);
                nearest = std::min(nearest, distance);
                if (distance > params.radius.value_or(bone.radius) || distance >= least) continue;
                least = distance;
                best = j;
            }
            if (best < 0) continue;
            nodes_.push_back(node);
            bones_.push_back(best);
        }
        if (nodes_.empty())
            context.fail(
                context.at("radius"),
                fmt::format("no node is inside the radius of a bone; the nearest is {:.3g} "
                            "m from one",
                            nearest),
                "check that the rig stands in the mesh (units and scales of both, which axis is "
                "up), give a larger radius, or use a finer mesh: a bone may run between its nodes");
        if (Eigen::Index(nodes_.size()) == body.mesh.n_nodes())
            context.fail(context.at("radius"),
                         params.stiffness
                             ? "every node is inside the radius of a bone, so that springs draw "
                               "the whole body along"
                             : "every node is inside the radius of a bone, so that nothing can "
                               "deform",
                         "give a smaller radius");
        warn_of_bones_without_nodes(params, body, candidates, context);
        warn_of_zero_length_bones(params, body, candidates, context);
    }

    /// True if a bone is a point on another of those chosen, to which its nodes are then attached.
    bool is_zero_length_on(int bone, const std::vector<int>& chosen) const {
        const int by = bone_under_zero_length_bone(rig_.bones(), bone);
        return std::count(chosen.begin(), chosen.end(), by) > 0;
    }

    /// Warns of zero-length bones with nodes within their radius; the others miss the mesh in the
    /// first position.
    void warn_of_zero_length_bones(const Params& params, const Body& body,
                                   const std::vector<int>& candidates,
                                   const BuildContext& context) const {
        const std::vector<int> bones = named_bones(rig_, params.bones, context);
        std::vector<std::string> moved_in_vain;
        for (const ZeroLengthBone& one :
             moved_zero_length_bones(rig_, context.graph().time().end)) {
            if (std::count(bones.begin(), bones.end(), one.bone) == 0 ||
                std::count(bones.begin(), bones.end(), one.by) == 0 ||
                std::count(bones_.begin(), bones_.end(), one.bone) > 0)
                continue;
            const Bone& bone = rig_.bones()[std::size_t(one.bone)];
            const double radius = params.radius.value_or(bone.radius);
            const bool is_in_reach =
                std::any_of(candidates.begin(), candidates.end(), [&](int node) {
                    return distance_to(bone, body.mesh.positions.col(node)) <= radius;
                });
            if (radius > 0 && is_in_reach) moved_in_vain.push_back(one.name(rig_.bones()));
        }
        if (!moved_in_vain.empty())
            context.warn(
                fmt::format("no node is attached to the bone{} {}, which the clip moves in vain",
                            moved_in_vain.size() == 1 ? "" : "s", fmt::join(moved_in_vain, ", ")),
                std::string(tail_for_zero_length_bone) +
                    "; or name the bone in `bones` of an attach "
                    "of its own");
    }

    /// True if no bones are named and some may belong to other parts, or to other bodies of the
    /// rig.
    static bool may_leave_bones_out(const Params& params, const SceneNode& node) {
        if (!params.bones.empty()) return false;
        return !params.where.empty() || node.slot_count("constraints") > 1 || shares_its_rig(node);
    }

    /// Warns of bones without nodes. If all bones were asked for, only of those that reach no node:
    /// a bone whose nodes are nearer to its neighbours is small compared with the mesh, and goes
    /// with them.
    void warn_of_bones_without_nodes(const Params& params, const Body& body,
                                     const std::vector<int>& candidates,
                                     const BuildContext& context) const {
        if (may_leave_bones_out(params, context.node())) return;
        std::vector<std::string> idle;
        const std::vector<int> bones = named_bones(rig_, params.bones, context);
        for (const int j : bones) {
            const Bone& bone = rig_.bones()[std::size_t(j)];
            const double radius = params.radius.value_or(bone.radius);
            const bool is_meant = radius > 0 || !params.bones.empty();
            if (!is_meant || std::count(bones_.begin(), bones_.end(), j) > 0) continue;
            double nearest = std::numeric_limits<double>::infinity();
            for (const int node : candidates)
                nearest = std::min(nearest, distance_to(bone, body.mesh.positions.col(node)));
            if (nearest <= radius && (params.bones.empty() || is_zero_length_on(j, bones)))
                continue;
            idle.push_back(
                nearest <= radius
                    ? fmt::format("'{}' (nodes within its radius are nearer to others)", bone.name)
                    : fmt::format("'{}' (radius {:.3g} m, the nearest node {:.3g} m "
                                  "away)",
                                  bone.name, radius, nearest));
        }
        if (!idle.empty())
            context.warn(fmt::format("no node is attached to the bone{} {}",
                                     idle.size() == 1 ? "" : "s", fmt::join(idle, ", ")),
                         params.bones.empty()
                             ? "give a larger radius, use a finer mesh, or name in `bones` those "
                               "that are meant"
                             : "give a larger radius, use a finer mesh, or leave them out of "
                               "`bones`");
    }

    /// Nodes on one line leave the turn about it free. Laws whose rotations come from the rig
    /// resist it, and other constraints may.
    void warn_if_body_can_turn(const Body& body, const BuildContext& context) const {
        if (body.material != nullptr && body.material->follows_rig()) return;
        if (context.node().slot_count("constraints") > 1) return;
        const Points from_mean = rest_.colwise() - rest_.rowwise().mean();
        const Eigen::Vector3d extents = symmetric_decomposition(from_mean * from_mean.transpose())
                                            .values.cwiseMax(0)
                                            .cwiseSqrt();
        constexpr double tolerance = 1e-6;
        const double size = bounding_box(body.mesh.positions).diagonal().norm();
        if (extents[1] > tolerance * size) return;
        context.warn(
            nodes_.size() == 1
                ? "one node only goes with the bones, and the body can turn about it"
                : fmt::format("the {} nodes that go with the bones lie on one line, and the body "
                              "can turn about it",
                              nodes_.size()),
            "give a larger radius or use a finer mesh, so that three nodes or more that are not on "
            "a line go with them; or hold the body elsewhere, too. In dynamics it may be meant to "
            "swing");
    }

    /// Bones draw along what shares elements with their nodes: not the other pieces of a mesh of
    /// which they hold one whole.
    void warn_if_nothing_is_drawn(const Body& body, const BuildContext& context) const {
        if (context.node().slot_count("constraints") > 1) return;
        std::vector<char> is_attached(std::size_t(body.mesh.n_nodes()), 0);
        for (const int node : nodes_) is_attached[std::size_t(node)] = 1;
        for (const auto& element : body.mesh.elements.colwise()) {
            const Eigen::Index n = std::count_if(element.begin(), element.end(), [&](int node) {
                return is_attached[std::size_t(node)] != 0;
            });
            if (n > 0 && n < element.size()) return;
        }
        context.warn(
            fmt::format("no element of {} has nodes that go with the bones beside others: what the "
                        "bones hold, they hold whole, and the rest is free",
                        body.path),
            "the mesh is of several pieces, which share no node: join them, give a radius that "
            "reaches all of them, or hold the others, too");
    }

    const SkeletalRig& rig_;
    std::vector<int> nodes_, bones_;  ///< node i goes with bone i
    Points rest_;                     ///< 3 x n [m]
    std::unique_ptr<Springs> springs_;
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Attach, "constraint/attach", "Nodes near a bone, which go with it")
