/// Penalty contact of a deformable body with itself, or of several with themselves and each other,
/// without friction: a skin node inside a tetrahedron that is not its neighbour is drawn to the
/// place of the skin that it came through,
///
///     E = c |y - x|^2 / 2,    c = k A / 2 (or the same for each node),
///
/// which is drawn to the node. Nodes of both sides do so: where two sheets meet the pressure is k
/// d.
///
/// Forces, and the two ways to find that place: self_contact/skin_contact.hpp.
/// coupling/contact_bodies finds nearest places between separate bodies as they are now, of any
/// elements; this one needs tetrahedra, and also finds parts of one body.

#include <fmt/format.h>

#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>

#include "self_contact/scene_checks.hpp"
#include "self_contact/skin_contact.hpp"

namespace sinew {

template <>
struct EnumNames<WayOut> {
    static constexpr std::array names{std::pair{"facing", WayOut::facing},
                                      std::pair{"rest_shape", WayOut::rest_shape}};
};

class SelfContact final : public SkinContact {
public:
    using Common = SelfContactWindow;
    struct Params : SkinContactParams {
        std::vector<Reference> bodies;
        static constexpr auto fields = std::tuple{
            field("bodies", &Params::bodies,
                  "Nodes of the bodies that touch themselves and each other; every body on this "
                  "node and below if absent"),
            field("stiffness", &Params::stiffness, unit::Pa_per_m, positive,
                  "Pressure per depth of penetration; 10 MPa/m if neither it nor node_stiffness is "
                  "given"),
            field("node_stiffness", &Params::node_stiffness, unit::N_per_m, positive,
                  "c, the same for each node, in place of stiffness times half its area"),
            field(
                "way_out", &Params::way_out,
                "The place of the skin that a node inside is drawn to. facing: as bodies are now, "
                "the nearest place that faces it, remembered while it is inside. rest_shape: in "
                "the shape at rest, where the distance to the skin leads (Gao et al.); good for "
                "depths far below the thickness of what is pressed"),
            field("anisotropy", &Params::anisotropy, from_to(0, 1),
                  "With rest_shape, share of a pair's stiffness along the skin: 1 (if absent) is a "
                  "spring to the place, 0 pushes along the normal alone; the equilibrium depends "
                  "on it"),
            field("rings", &Params::rings, at_least(2),
                  "Within its own body a node touches nothing that is one edge away, and with its "
                  "full stiffness what is so many edges away"),
            field(
                "voxel", &Params::voxel, unit::m, positive,
                "With rest_shape, edge of the voxels on which distances to it are kept; a tenth of "
                "the mean edge of a body's skin if absent, more where that makes over four "
                "million voxels"),
        };
    };
    static constexpr const char* source = "Gao et al. 2014, section 3; Teng 2016, equation 3.5";

    SelfContact(const Params& params, BuildContext& context)
        : SkinContact(checked(params, context), params) {}

private:
    static std::vector<Body*> checked(const Params& params, BuildContext& context) {
        const ActiveWindow window = SelfContactWindow::of(context);
        if (params.stiffness && params.node_stiffness)
            context.fail(context.at("node_stiffness"),
                         "both stiffness and node_stiffness are given",
                         "give one of the two: a pressure per depth, or the same spring for each "
                         "node");
        check_way_out(params, context);
        std::vector<Body*> bodies = bodies_named(context, params.bodies);
        for (const Body* body : bodies) check(*body, params, window, context);
        if (bodies.size() == 1) check_reach(*bodies[0], params, context);
        return bodies;
    }

    static void check(const Body& body, const Params& params, const ActiveWindow& window,
                      BuildContext& context) {
        if (body.mesh.type != ElementType::tet4)
            context.fail(fmt::format("{} has {} elements; self_contact looks for nodes in "
                                     "tetrahedra of four nodes",
                                     body.path, name_of(body.mesh.type)),
                         "mesh it with tet4 elements, or use contact_bodies between separate "
                         "bodies");
        if (body.skin.nodes.empty())
            context.fail(body.path + " has no skin: each face belongs to two elements",
                         "look for elements that are in the mesh twice");
        check_voxel(body, params, context);
        check_stiffness(body, params, context);
        check_single(body, window, context);
    }

    /// One node that has another one far enough away is enough.
    static void check_reach(const Body& body, const Params& params, BuildContext& context) {
        for (const int node : body.skin.nodes) {
            const Neighbours near(body.mesh, {node}, params.rings);
            for (const int other : body.skin.nodes)
                if (near.edges(0, other) >= params.rings) return;
        }
        context.fail(fmt::format("{} cannot touch itself: no two nodes of its skin are {} edges "
                                 "apart",
                                 body.path, params.rings),
                     "give a finer mesh, fewer rings, or the other bodies that it may touch");
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::SelfContact, "coupling/self_contact",
             "Contact of deformable bodies with themselves and each other")
