#include <fmt/format.h>

#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/coupling/obstacle_params.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/quality.hpp>

namespace sinew {

ObstacleReader::ObstacleReader(const ObstacleParams& params, std::size_t index,
                               BuildContext& context)
    : params_(params), path_(fmt::format("obstacles[{}]", index)), context_(context) {
    const int n = params.plane.has_value() + params.sphere.has_value() + params.surface.has_value();
    if (n == 1) return;
    fail("",
         n == 0 ? "an obstacle is a plane, a sphere or a surface, and this is none"
                : "an obstacle is one of plane, sphere and surface, and this is several",
         "write each as an entry of its own: obstacles: [{plane: {normal: [0, 0, 1]}}]");
}

void ObstacleReader::fail(const std::string& key, const std::string& what,
                          const std::string& remedy) const {
    context_.fail(context_.at(key.empty() ? path_ : path_ + "." + key), "obstacles: " + what,
                  remedy);
}

std::string ObstacleReader::name() const {
    const char* what = params_.plane ? "plane" : params_.sphere ? "sphere" : "surface";
    return fmt::format("{}/{} ({})", context_.node().path(), what, path_);
}

Eigen::Vector3d ObstacleReader::plane_normal() const {
    if (params_.plane->normal.isZero(0))
        fail("plane.normal", "a plane needs a direction, and this one is zero",
             "write normal: [0, 0, 1], for a floor");
    return params_.plane->normal.normalized();
}

SurfaceMesh ObstacleReader::closed_surface() const {
    const MeshData data = params_.surface->mesh.make(context_)->load();
    for (const std::string& warning : data.warnings) context_.warn(warning);
    SurfaceMesh surface;
    if (data.surface) {
        surface = *data.surface;
    } else {
        surface = {data.volume->positions, boundary(*data.volume).triangles};
        drop_unreferenced(surface);
    }
    const SurfaceReport report = inspect(surface);
    const auto fail = [&](const std::string& what, const std::string& remedy) {
        this->fail("surface.mesh", what, remedy);
    };
    if (surface.n_triangles() == 0)
        fail("the surface has no triangles", "give a file with a closed surface");
    if (!report.closed())
        fail(fmt::format("the surface is not closed: {} border edges, so that it has no inside",
                         report.n_border_edges),
             "close its holes, or merge the vertices along its seams, in the program it comes "
             "from; a floor is a plane, a sheet needs a thickness");
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

SolidMotion ObstacleReader::motion() const {
    const ObstacleParams::Surface& params = *params_.surface;
    SolidMotion motion;
    motion.displacement = params.displacement;
    if (params.rotate) {
        if (params.rotate->axis.isZero(0))
            fail("surface.rotate.axis", "the axis has no length",
                 "give a direction, such as axis: [0, 0, 1]");
        motion.axis = params.rotate->axis.normalized();
        motion.angle = params.rotate->angle;
        motion.center = params.rotate->center;
    }
    if (params.bone.empty()) {
        if (!params.rig.empty())
            context_.fail(params.rig.mark, "rig: a rig is named, but none of its bones",
                          "write bone: with the name of one, or leave rig out");
        return motion;
    }
    motion.rig = params.rig.empty() ? &skeletal_rig_here(context_)
                                    : skeletal_rig_of(context_.node(params.rig));
    if (!motion.rig)
        context_.fail(params.rig.mark, "there is no rig on " + params.rig.written + " or above",
                      "name the node that has the rig");
    std::vector<std::string> names;
    for (const Bone& bone : motion.rig->bones()) names.push_back(bone.name);
    const auto found = std::find(names.begin(), names.end(), params.bone);
    if (found == names.end())
        fail("surface.bone", fmt::format("the rig has no bone '{}'", params.bone),
             suggestion(params.bone, names));
    motion.bone = int(found - names.begin());
    return motion;
}

}  // namespace sinew
