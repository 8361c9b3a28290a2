/// Penalty contact of bodies with a rigid body that a closed surface bounds and that moves as it is
/// told, with Coulomb friction. Distances to the surface are measured once, on a grid of cubes in
/// the frame of the rigid body, so that depth and normal of a node cost the same whatever the
/// surface:
///
///     d = -phi(X),    n = dphi/dX turned into the world,    X = T(t)^-1 x
///
/// with phi a quadratic B-spline through the grid (framework/sinew/level_set/level_set.hpp); force
/// and stiffness are derivatives of its energy.
///
/// Forces: sinew/mechanics/coupling/penalty_contact.hpp. What is thinner than two cubes is not
/// found; nodes that have passed the middle of the surface are pushed out on the other side.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, SCA 2014, section 3 (external kinematic
/// bodies).

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/coupling/contact_fields.hpp>
#include <sinew/mechanics/coupling/coupled_bodies.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

#include "kinematic_contact/moving_solid.hpp"

namespace sinew {

class KinematicContact final : public PenaltyContact {
public:
    struct Turn {
        Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();
        Varying<double> angle;
        Eigen::Vector3d center = Eigen::Vector3d::Zero();
        static constexpr auto fields = std::tuple{
            field("axis", &Turn::axis, "Axis, of any length but zero").required(),
            field("angle", &Turn::angle, unit::rad, "Angle, positive by the right hand").required(),
            field("center", &Turn::center, unit::m, "A point of the axis, before displacement"),
        };
    };
    struct Params : ContactPluginParams {
        PluginSlot<MeshSource> surface;
        std::optional<double> voxel;
        Varying<Eigen::Vector3d> displacement;
        std::optional<Turn> rotate;
        std::string bone;
        Reference rig;
        static constexpr auto fields = std::tuple{
            contact_bodies,
            field("surface", &Params::surface,
                  "The rigid body's closed surface, in the world: a mesh plugin that gives one (a "
                  "file; isosurface, of a shape), or a volume, whose skin is taken")
                .required(),
            field(
                "voxel", &Params::voxel, unit::m, positive,
                "Edge h of the voxels that distances are kept on: edges and corners of the surface "
                "are rounded by a fraction of it; an eightieth of its longest side if absent"),
            field("displacement", &Params::displacement, unit::m,
                  "Displacement from where the surface is given"),
            field("rotate", &Params::rotate, "Turns it first"),
            field("bone", &Params::bone, "Name of a bone that it goes with, from the pose at rest"),
            field("rig", &Params::rig,
                  "The node whose rig has that bone; the coupling's own, or one above, if absent"),
            contact_stiffness,
            contact_friction,
            contact_stick_speed,
            contact_tangent,
        };
    };
    static constexpr const char* source = "Gao et al. 2014, section 3";

    KinematicContact(const Params& params, BuildContext& context)
        : PenaltyContact(bodies_named(context, params.bodies), params, shape(params, context)) {}

private:
    static std::unique_ptr<ContactShape> shape(const Params& params, BuildContext& context) {
        const SurfaceMesh surface = closed_surface(params, context);
        const Eigen::AlignedBox3d box = bounding_box(surface.positions);
        const double voxel = params.voxel.value_or(box.sizes().maxCoeff() / 80);
        const double n = LevelSet::n_voxels(surface, voxel);
        if (n > LevelSet::most_voxels)
            context.fail(context.at("voxel"),
                         fmt::format("a voxel of {:.3g} m makes {:.2g} cubes, more than {:.2g}",
                                     voxel, n, LevelSet::most_voxels),
                         fmt::format("give a voxel of {:.2g} m or more",
                                     1.1 * voxel * std::cbrt(n / LevelSet::most_voxels)));
        if (2 * voxel > box.sizes().minCoeff())
            context.fail(context.at(params.voxel ? "voxel" : "surface"),
                         fmt::format("the surface is only {:.3g} m thick, less than two voxels of "
                                     "{:.3g} m: most of it would not be found",
                                     box.sizes().minCoeff(), voxel),
                         "give a smaller voxel, or a thicker surface");
        return std::make_unique<MovingSolid>(LevelSet(surface, voxel), motion(params, context));
    }

    static SurfaceMesh closed_surface(const Params& params, BuildContext& context) {
        const MeshData data = params.surface.make(context)->load();
        for (const std::string& warning : data.warnings) context.warn(warning);
        SurfaceMesh surface;
        if (data.surface) {
            surface = *data.surface;
        } else {
            surface = {data.volume->positions, boundary(*data.volume).triangles};
            drop_unreferenced(surface);
        }
        const SurfaceReport report = inspect(surface);
        const auto fail = [&](const std::string& what, const std::string& remedy) {
            context.fail(context.at("surface"), what, remedy);
        };
        if (surface.n_triangles() == 0)
            fail("the surface has no triangles", "give a file with a closed surface");
        if (!report.closed())
            fail(fmt::format("the surface is not closed: {} border edges, so that it has no inside",
                             report.n_border_edges),
                 "close its holes, or merge the vertices along its seams, in the program it comes "
                 "from; a floor is a contact_plane, a sheet needs a thickness");
        if (report.n_non_manifold_edges > 0 || report.n_non_manifold_vertices > 0)
            fail(fmt::format("the surface is not a manifold: {} edges of more than two triangles, "
                             "{} vertices where sheets touch",
                             report.n_non_manifold_edges, report.n_non_manifold_vertices),
                 "separate the sheets in the program it comes from");
        if (report.n_flipped_edges > 0)
            fail(fmt::format("neighbouring triangles of the surface face opposite sides, at {} "
                             "edges",
                             report.n_flipped_edges),
                 "make their normals agree in the program it comes from (recalculate outside)");
        if (!(report.volume > 0))
            fail(report.volume < 0 ? "the surface is inside out: its triangles face inwards"
                                   : "the surface encloses no volume",
                 report.volume < 0 ? "flip its normals in the program it comes from; a hollow that "
                                     "holds bodies needs a wall, with an inner and an outer side"
                                   : "give it a thickness");
        return surface;
    }

    static SolidMotion motion(const Params& params, BuildContext& context) {
        SolidMotion motion;
        motion.displacement = params.displacement;
        if (params.rotate) {
            if (params.rotate->axis.isZero(0))
                context.fail(context.at("rotate.axis"), "rotate: the axis has no length",
                             "give a direction, such as axis: [0, 0, 1]");
            motion.axis = params.rotate->axis.normalized();
            motion.angle = params.rotate->angle;
            motion.center = params.rotate->center;
        }
        if (params.bone.empty()) {
            if (!params.rig.empty())
                context.fail(params.rig.mark, "rig: a rig is named, but none of its bones",
                             "write bone: with the name of one, or leave rig out");
            return motion;
        }
        motion.rig = params.rig.empty() ? &rig_here(context) : rig_of(context.node(params.rig));
        if (!motion.rig)
            context.fail(params.rig.mark, "there is no rig on " + params.rig.written + " or above",
                         "name the node that has the rig");
        std::vector<std::string> names;
        for (const Bone& bone : motion.rig->bones()) names.push_back(bone.name);
        const auto found = std::find(names.begin(), names.end(), params.bone);
        if (found == names.end())
            context.fail(context.at("bone"), fmt::format("the rig has no bone '{}'", params.bone),
                         suggestion(params.bone, names));
        motion.bone = int(found - names.begin());
        return motion;
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::KinematicContact, "coupling/kinematic_contact",
             "Contact with a rigid body of any closed surface, moving and turning")
