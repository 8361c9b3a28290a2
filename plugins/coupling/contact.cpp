/// Contact of deformable bodies with themselves, with each other and with obstacles. Parts of the
/// surfaces that are nearer than the thickness delta repel each other by a potential of their
/// distance d, per area
///
///     psi(d) = -kappa delta (d/delta - 1)^2 ln(d/delta)                 [J/m^2]
///
/// which grows without bound as d goes to 0; Newton's steps end before anything passes through. So
/// skins never intersect, which is checked after each step by exact arithmetic. The pressure is
/// kappa at d = 0.53 delta and 12 kappa at 0.1 delta. Friction is Coulomb's, smoothed below the
/// stick speed; its normal forces are those of the state in which a step begins. A body named in
/// `visual` touches by its visual surface: each vertex moves with the nodes of its element, and
/// shares its force among them by the same weights.
///
/// Li, Ferguson, Schneider et al., Convergent incremental potential contact, 2023;
/// mechanics/contact has the formulas. For implicit and static solvers.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sinew/kernel/library/condition.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>
#include <sinew/mechanics/system/visual_points.hpp>

#include "contact/small_strain.hpp"
#include "contact/surface_contact.hpp"

namespace sinew {

template <>
struct EnumNames<ContactPotentialKind> {
    static constexpr std::array names{std::pair{"barrier", ContactPotentialKind::barrier},
                                      std::pair{"offset", ContactPotentialKind::offset}};
};

/// Treatment of skins that intersect at the start.
enum class AtStart { refuse, ignore_until_apart };

template <>
struct EnumNames<AtStart> {
    static constexpr std::array names{std::pair{"refuse", AtStart::refuse},
                                      std::pair{"ignore_until_apart", AtStart::ignore_until_apart}};
};

class Contact final : public SurfaceContact {
public:
    static constexpr const char* source =
        "Li, Ferguson, Schneider et al., Convergent incremental potential contact, 2023";

    /// Those of coupling_trait, of the barrier alone.
    static constexpr std::array traits{"unbounded_stiffness if potential=barrier",
                                       "solved_to_convergence if potential=barrier"};

    static constexpr std::array former_plugins{
        FormerPlugin{"contact_plane",
                     "write {type: contact, obstacles: [{plane: {point: [0, 0, 0], normal: [0, 0, "
                     "1]}}]}; stiffness is a pressure now, and thickness a distance"},
        FormerPlugin{
            "contact_sphere",
            "write {type: contact, obstacles: [{sphere: {center: [0, 0, 0], radius: 1}}]}; "
            "stiffness is a pressure now, and thickness a distance; a bowl is a surface"},
        FormerPlugin{
            "kinematic_contact",
            "write {type: contact, obstacles: [{surface: {mesh: {type: file, file: ...}}}]}, "
            "with displacement, rotate and bone beside mesh; stiffness is a pressure now, and "
            "thickness a distance"},
        FormerPlugin{
            "contact_bodies",
            "write {type: contact}; stiffness is a pressure now, and thickness a distance"},
        FormerPlugin{
            "self_contact",
            "write {type: contact}; stiffness is a pressure now, and thickness a distance; "
            "with way_out: rest_shape write {type: rest_shape_contact}"}};

    struct Params {
        std::vector<Reference> bodies;
        std::vector<Reference> visual;
        bool self = true;
        std::optional<double> thickness;
        std::optional<double> stiffness;
        ContactPotentialKind potential = ContactPotentialKind::barrier;
        double friction = 0;
        double stick_speed = 1e-3;
        int friction_iterations = 1;
        AtStart at_start = AtStart::refuse;
        std::vector<ObstacleParams> obstacles;
        static constexpr auto fields = std::tuple{
            field("bodies", &Params::bodies,
                  "Nodes of the bodies that touch; every body on this node and below if absent"),
            field("visual", &Params::visual,
                  "Nodes of those bodies that touch by the visual surface they carry, not by the "
                  "skin of their elements"),
            field("self", &Params::self, "Bodies touch themselves, too"),
            field("thickness", &Params::thickness, unit::m, positive,
                  "Distance below which skins repel each other; a tenth of the mean edge of the "
                  "skins if absent"),
            field("stiffness", &Params::stiffness, unit::Pa, positive,
                  "Pressure at about half of the thickness; Young's modulus of the softest body if "
                  "absent"),
            field(
                "potential", &Params::potential,
                "barrier: grows without bound, so that nothing passes; offset: a spring of bounded "
                "stiffness, for explicit solvers and those with a given number of iterations"),
            field("friction", &Params::friction, non_negative, "Coulomb's coefficient mu"),
            field("stick_speed", &Params::stick_speed, unit::m_per_s, positive,
                  "Below this sliding speed friction is smoothed: what sticks creeps slower than "
                  "it"),
            field("friction_iterations", &Params::friction_iterations, at_least(1),
                  "Equilibria that a step is brought to, each with the normal forces of the one "
                  "before; the first with those of the step's begin"),
            field("at_start", &Params::at_start,
                  "Skins that intersect at the start are an error, or do not touch where they do "
                  "until they are the thickness apart"),
            field("obstacles", &Params::obstacles,
                  "Shapes of prescribed motion that let no body pass"),
        };
    };

    Contact(const Params& params, BuildContext& context)
        : Contact(params, context, parts_of(params, context)) {}

private:
    Contact(const Params& params, BuildContext& context, const std::vector<SurfacePart>& parts)
        : SurfaceContact(bodies_named(context, params.bodies), parts, known(params, parts, context),
                         obstacles_of(params, context)) {
        if (!params.self && bodies().size() == 1)
            context.fail("one body that does not touch itself has nothing to touch",
                         "name obstacles, other bodies (bodies:), or leave out self: false");
        const Points x = at_start();
        leave_out_tied(context);
        if (params.at_start == AtStart::refuse)
            refuse_intersections(x, context);
        else if (const int n = leave_out_intersections(x); n > 0)
            context.warn(
                fmt::format("skins intersect or touch at the start, in {} tangle{}: what is "
                            "around these does not touch until it is apart",
                            n, n == 1 ? "" : "s"),
                "run.json counts the `tangles` that are left; move the bodies apart to "
                "have them touch");
        refuse_enclosed(x, context);
        warn_of_pressure(x, context);
    }

    /// The surface of each body: its skin, or the visual surface that the scene names.
    static std::vector<SurfacePart> parts_of(const Params& params, BuildContext& context) {
        const std::vector<Body*> bodies = bodies_named(context, params.bodies);
        std::vector<SurfacePart> parts = SurfacePart::skins(bodies);
        for (const Reference& reference : params.visual) {
            const auto found =
                std::find(bodies.begin(), bodies.end(), &body_named(context, reference));
            if (found == bodies.end())
                context.fail(reference.mark, reference.written + " is not among what touches",
                             "name it in `bodies`, too, or leave `bodies` out");
            const VisualSurface& visual =
                visual_for_forces(context.node(reference), context, reference.mark);
            const int number = int(found - bodies.begin());
            parts[std::size_t(number)] = SurfacePart::visual(visual, number);
        }
        return parts;
    }

    /// The ties that one solver steps with this: those from the node of the solver down.
    static std::vector<const Coupling*> ties_beside(BuildContext& context) {
        SceneNode* top = &context.node();
        while (!top->slot("solver") && top->parent()) top = top->parent();
        std::vector<const Coupling*> ties;
        std::vector<SceneNode*> open{top};
        while (!open.empty()) {
            SceneNode& node = *open.back();
            open.pop_back();
            for (int k = 0; k < node.slot_count("couplings"); ++k) {
                const Value& written = node.slot("couplings")->items[std::size_t(k)];
                const PluginDescription& plugin = context.plugins().require(
                    Coupling::kind, written.find("type")->text, written.mark);
                if (!has_trait(plugin, &written, coupling_trait::ties_skins)) continue;
                if (const auto* tie = context.graph().object<Coupling>(node, "couplings", k))
                    ties.push_back(tie);
            }
            for (const auto& child : node.children())
                if (!child->slot("solver")) open.push_back(child.get());
        }
        return ties;
    }

    /// Springs of ties hold skins together that contact would drive apart.
    void leave_out_tied(BuildContext& context) {
        const std::size_t n_tied = leave_out_ties(ties_beside(context));
        if (n_tied > 0)
            context.warn(fmt::format("{} vertices of skins are tied to each other: "
                                     "there the skins do not touch",
                                     n_tied),
                         "this is as it should be; after the tie (until:) they touch again once "
                         "they have been apart");
    }

    static SurfaceContactParams known(const Params& params, const std::vector<SurfacePart>& parts,
                                      BuildContext& context) {
        const std::vector<Body*> bodies = bodies_named(context, params.bodies);
        SurfaceContactParams all;
        all.thickness = checked_thickness(params.thickness, parts, context);
        all.law.stiffness = params.stiffness ? *params.stiffness : softest(bodies);
        all.law.kind = params.potential;
        all.self = params.self;
        all.friction = params.friction;
        all.stick_speed = params.stick_speed;
        all.friction_iterations = params.friction_iterations;
        all.ignores_intersections = params.at_start == AtStart::ignore_until_apart;
        return all;
    }

    static double softest(const std::vector<Body*>& bodies) {
        double least = std::numeric_limits<double>::infinity();
        for (const Body* body : bodies)
            least = std::min(
                least, youngs_modulus(*body->material->bind(body->mesh), body->mesh.n_elements()));
        return least;
    }

    static double checked_thickness(const std::optional<double>& given,
                                    const std::vector<SurfacePart>& parts, BuildContext& context) {
        double thinnest = std::numeric_limits<double>::infinity();
        for (const SurfacePart& part : parts)
            thinnest = std::min(thinnest, bounding_box(part.rest).sizes().minCoeff());
        const double edge = CollisionSurface(parts).mean_edge(),
                     thickness = given.value_or(0.1 * edge);
        const auto said = fmt::format("thickness: {:.4g} m is ", thickness);
        const auto remedy = fmt::format(
            "the skins' mean edge is {:.4g} m, the thinnest body {:.4g} m: {:.4g} m, a tenth of "
            "the "
            "lesser, is a good thickness",
            edge, thinnest, 0.1 * std::min(edge, thinnest));
        if (thickness > 0.25 * thinnest)
            context.fail(
                context.at("thickness"),
                said + fmt::format("more than a quarter of the thinnest body, {:.4g} m", thinnest),
                remedy);
        if (thickness < 1e-6 * thinnest)
            context.fail(context.at("thickness"),
                         said + fmt::format("less than a millionth of the thinnest body, {:.4g} m",
                                            thinnest),
                         remedy);
        if (thickness > 0.5 * edge)
            context.warn(said +
                             "more than half of the skins' mean edge: forces are spread over "
                             "several elements, and what lies around corners is felt",
                         remedy);
        return thickness;
    }

    void warn_of_pressure(const Points& x, BuildContext& context) {
        double pressure = 0;
        const ContactPair* worst = nullptr;
        const PairSet pairs = pairs_at(x);
        for (const ContactPair& pair : pairs) {
            const double of_pair = -law().at(pair.gap(x), pair.activation).first;
            if (of_pair <= pressure) continue;
            pressure = of_pair;
            worst = &pair;
        }
        if (!worst) return;
        context.warn(
            fmt::format("bodies start nearer than the thickness: {} and {} are {:.4g} m apart, "
                        "with a pressure of {:.4g} Pa",
                        path(worst->vertices[0]),
                        path(worst->vertices[1 + (worst->kind == StencilKind::edge_edge)]),
                        worst->gap(x), pressure),
            "move them apart by the thickness, or lower it, if they are not to press on each other "
            "from the start");
    }

    static std::vector<Obstacle> obstacles_of(const Params& params, BuildContext& context) {
        std::vector<Obstacle> obstacles;
        const std::vector<Body*> bodies = bodies_named(context, params.bodies);
        const Eigen::AlignedBox3d box = box_at_start(bodies);
        int number = int(bodies.size());
        for (const ObstacleParams& of_one : params.obstacles)
            obstacles.push_back(make_obstacle(of_one, obstacles.size(), number++, box, context));
        return obstacles;
    }

    void refuse_intersections(const Points& x, BuildContext& context) {
        std::vector<std::string> places;
        const auto add = [&](int v, int w, const Eigen::Vector3d& at) {
            places.push_back(fmt::format("{} and {} near [{:.4g}, {:.4g}, {:.4g}]", path(v),
                                         path(w), at.x(), at.y(), at.z()));
        };
        for (const Intersection& hit : intersections_at(x)) {
            const auto ends = surface().edges().col(hit.edge);
            add(ends[0], surface().triangles()(0, hit.triangle),
                0.5 * (x.col(ends[0]) + x.col(ends[1])));
        }
        for (const Penetration& hit : penetrations_at(x))
            add(hit.vertices[0], hit.obstacle, x.col(hit.vertices[0]));
        if (places.empty()) return;
        const auto first_five = std::span(places).first(std::min<std::size_t>(places.size(), 5));
        context.fail(
            fmt::format("skins intersect or touch at the start in {} places: {}", places.size(),
                        fmt::join(first_five, "; ")),
            "move the bodies apart, or mend the mesh; at_start: ignore_until_apart leaves out "
            "what intersects until it has come apart");
    }

    /// A body or an obstacle whose surface meets no other may lie in it as a whole.
    void refuse_enclosed(const Points& x, BuildContext& context) const {
        if (const auto enclosed = enclosed_at(x))
            context.fail(fmt::format("{} starts inside {}", path(enclosed->vertex),
                                     bodies()[std::size_t(enclosed->in)]->path),
                         "move it out; a hollow that holds bodies needs a wall, with an "
                         "inner and an outer side");
    }

    const std::string& path(int vertex) const {
        return bodies()[std::size_t(surface().body(vertex))]->path;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Contact, "coupling/contact",
             "Contact of bodies with themselves and each other, free of intersections")
