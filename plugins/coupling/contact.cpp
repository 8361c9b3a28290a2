/// Contact of deformable bodies with themselves and with each other, without friction. Parts of the
/// skins that are nearer than the thickness delta repel each other by a potential of their distance
/// d, per area
///
///     psi(d) = -kappa delta (d/delta - 1)^2 ln(d/delta)                 [J/m^2]
///
/// which grows without bound as d goes to 0; Newton's steps end before anything passes through. So
/// skins never intersect, which is checked after each step by exact arithmetic. The pressure is
/// kappa at d = 0.53 delta and 12 kappa at 0.1 delta.
///
/// Li, Ferguson, Schneider et al., Convergent incremental potential contact, 2023;
/// mechanics/contact has the formulas. For implicit and static solvers.

#include <fmt/format.h>

#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/contact/surface_intersections.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>

#include "contact/surface_contact.hpp"

namespace sinew {

class Contact final : public SurfaceContact {
public:
    static constexpr const char* source =
        "Li, Ferguson, Schneider et al., Convergent incremental potential contact, 2023";

    struct Params {
        std::vector<Reference> bodies;
        bool self = true;
        std::optional<double> thickness;
        double stiffness = 0;
        static constexpr auto fields = std::tuple{
            field("bodies", &Params::bodies,
                  "Nodes of the bodies that touch; every body on this node and below if absent"),
            field("self", &Params::self, "Bodies touch themselves, too"),
            field("thickness", &Params::thickness, unit::m, positive,
                  "Distance below which skins repel each other; a tenth of the mean edge of the "
                  "skins if absent"),
            field("stiffness", &Params::stiffness, unit::Pa, positive,
                  "Pressure at about half of the thickness: a tenth of Young's modulus of the "
                  "softer body, up to all of it")
                .required(),
        };
    };

    Contact(const Params& params, BuildContext& context)
        : SurfaceContact(bodies_named(context, params.bodies), known(params, context)) {
        refuse_intersections(context);
    }

private:
    static SurfaceContactParams known(const Params& params, BuildContext& context) {
        SurfaceContactParams all;
        all.law.stiffness = params.stiffness;
        all.self = params.self;
        const CollisionSurface surface(bodies_named(context, params.bodies));
        all.thickness = params.thickness.value_or(0.1 * surface.mean_edge());
        return all;
    }

    /// Where the run would start from.
    void refuse_intersections(BuildContext& context) const {
        Points x = surface().rest();
        for (int v = 0; v < surface().n_vertices(); ++v) {
            const MaterialPoint& point = surface().point(v);
            x.col(v) += bodies()[std::size_t(point.body)]->initial_displacement.col(point.nodes[0]);
        }
        const std::vector<Intersection> found = intersections(surface(), x);
        if (found.empty()) return;
        std::string list;
        for (std::size_t k = 0; k < std::min<std::size_t>(found.size(), 5); ++k) {
            const auto ends = surface().edges().col(found[k].edge);
            const int v = ends[0], w = surface().triangles()(0, found[k].triangle);
            const Eigen::Vector3d at = 0.5 * (x.col(v) + x.col(ends[1]));
            list +=
                fmt::format("{}{} and {} near [{:.4g}, {:.4g}, {:.4g}]", k ? "; " : "",
                            bodies()[std::size_t(surface().body(v))]->path,
                            bodies()[std::size_t(surface().body(w))]->path, at.x(), at.y(), at.z());
        }
        context.fail(
            fmt::format("skins intersect at the start in {} places: {}", found.size(), list),
            "move the bodies apart, or mend the mesh");
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Contact, "coupling/contact",
             "Contact of bodies with themselves and each other, free of intersections")
