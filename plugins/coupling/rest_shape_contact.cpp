/// Contact as published with Steklov-Poincare skinning: vertices of skins that are inside a
/// tetrahedron are drawn out by springs, to the point where the signed distance of the shape at
/// rest leads,
///
///     f = k_c k_a N (x_target - x),    N = (1 - alpha) n n' + alpha I    [N]
///
/// and -beta_i f acts on the corners of the triangle that it lies on; k_a is the mean of that
/// triangle's area and the area of the triangles around the vertex. Solids draw to x - phi grad
/// phi. Pairs are found once in each Newton iteration and fixed in it; an equilibrium may not
/// exist, so that solvers take a given number of iterations without a line search, and what is
/// left is in run.json: the residual, the number of pairs, the deepest.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, SCA 2014, section 3; Teng, Otaduy & Kim,
/// Simulating articulated subspace self-contact, ACM Trans. Graph. 33(4), 2014, equations 2 to 4
/// (3.4 to 3.6 of Teng's dissertation, 2016). coupling/contact never lets skins intersect.

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>

#include "rest_shape_contact/proxy_springs.hpp"

namespace sinew {

class RestShapeContact final : public ProxySprings {
public:
    static constexpr std::array traits{coupling_trait::unbounded_stiffness,
                                       coupling_trait::given_iterations};

    struct Params {
        std::vector<Reference> bodies;
        std::optional<double> stiffness, node_stiffness, voxel;
        double anisotropy = 1;
        std::vector<ObstacleParams> obstacles;
        static constexpr auto fields = std::tuple{
            field("bodies", &Params::bodies,
                  "Nodes of the bodies that touch themselves and each other, of tet4 elements; "
                  "every body on this node and below if absent"),
            field("stiffness", &Params::stiffness, unit::Pa_per_m, positive,
                  "k_c, pressure per depth; 10 MPa/m if neither it nor node_stiffness is given"),
            field("node_stiffness", &Params::node_stiffness, unit::N_per_m, positive,
                  "k of Gao et al., the same for each vertex, in place of k_c k_a"),
            field("anisotropy", &Params::anisotropy, from_to(0, 1),
                  "alpha: 1 is a spring to the target, 0 has stiffness along the normal alone; "
                  "forces are the same"),
            field("voxel", &Params::voxel, unit::m, positive,
                  "Edge of the voxels that distances are kept on; if absent a tenth of the mean "
                  "edge of a body's skin, more where that makes over four million voxels, and an "
                  "eightieth of an obstacle's longest side"),
            field("obstacles", &Params::obstacles, "Solids of prescribed motion"),
        };
    };
    static constexpr const char* source =
        "Gao et al. 2014, section 3; Teng 2016, equations 3.4 to 3.6";

    RestShapeContact(const Params& params, BuildContext& context)
        : ProxySprings(checked(params, context), known(params), solids(params, context)) {}

private:
    static ProxySpringParams known(const Params& params) {
        ProxySpringParams known;
        known.stiffness = params.stiffness.value_or(known.stiffness);
        known.node_stiffness = params.node_stiffness;
        known.anisotropy = params.anisotropy;
        known.voxel = params.voxel;
        return known;
    }

    static std::vector<KinematicSolid> solids(const Params& params, BuildContext& context) {
        const Eigen::AlignedBox3d box = box_at_start(bodies_named(context, params.bodies));
        std::vector<KinematicSolid> solids;
        for (std::size_t k = 0; k < params.obstacles.size(); ++k)
            solids.push_back(make_solid(params.obstacles[k], params.voxel, k, box, context));
        return solids;
    }

    static std::vector<Body*> checked(const Params& params, BuildContext& context) {
        if (params.stiffness && params.node_stiffness)
            context.fail(context.at("node_stiffness"),
                         "both stiffness and node_stiffness are given",
                         "give one of the two: a pressure per depth, or the same spring for each "
                         "vertex");
        std::vector<Body*> bodies = bodies_named(context, params.bodies);
        for (const Body* body : bodies) {
            if (body->mesh.type != ElementType::tet4)
                context.fail(fmt::format("{} has {} elements; rest_shape_contact looks for "
                                         "vertices in tetrahedra of four nodes",
                                         body->path, name_of(body->mesh.type)),
                             "mesh it with tet4 elements, or take coupling/contact");
            if (body->skin.nodes.empty())
                context.fail(body->path + " has no skin: each face belongs to two elements",
                             "look for elements that are in the mesh twice");
            check_voxel(*body, params, context);
        }
        return bodies;
    }

    static void check_voxel(const Body& body, const Params& params, BuildContext& context) {
        const double voxel = params.voxel.value_or(RestSkin::fine_voxel(body));
        const double edge = RestSkin::mean_edge(body), n = RestSkin::n_voxels(body, voxel);
        const double least = 1.1 * voxel * std::cbrt(n / LevelSet::most_voxels);
        if (n > LevelSet::most_voxels)
            context.fail(
                context.at("voxel"),
                fmt::format("a voxel of {:.3g} m makes {:.2g} voxels in {}, more than {:.2g}",
                            voxel, n, body.path, LevelSet::most_voxels),
                fmt::format("give a voxel of {:.2g} m or more", least));
        if (voxel <= 0.5 * edge) return;
        const std::string what = fmt::format(
            "a voxel of {:.3g} m is {} the mean edge of the skin of {}, {:.3g} m: ", voxel,
            voxel > edge ? "more than" : "more than half of", body.path, edge);
        const std::string remedy =
            fmt::format("give a voxel between {:.2g} m and {:.2g} m, or none", least, 0.5 * edge);
        if (voxel > edge)
            context.fail(context.at("voxel"), what + "targets on it would be off", remedy);
        context.warn(what + "near the skin's edges targets are off", remedy);
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::RestShapeContact, "coupling/rest_shape_contact",
             "Contact by springs out of the shape at rest, as published")
