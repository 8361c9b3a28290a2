#include <fmt/format.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/body/visual.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>

namespace sinew {
namespace {

SurfaceMesh surface_of(Node& node, const Value& value) {
    Diagnostics diagnostics;
    ReadContext reading{diagnostics, &node.graph().plugins()};
    reading.node_path = node.path();
    reading.structure = "visual";
    VisualSettings settings;
    read_params(value, reading, settings);
    diagnostics.throw_if_errors();

    BuildContext context(node.graph(), node, "visual", value.mark, &value);
    MeshData data = settings.mesh.make(context)->load();
    if (!data.surface)
        context.fail(fmt::format("the visual of {} is a volume mesh, not a surface", node.path()),
                     "name a file of triangles");
    data.surface->positions = node.world() * data.surface->positions;
    return std::move(*data.surface);
}

}  // namespace

Points VisualSurface::follow(const Points& nodes) const {
    Points points = Points::Zero(3, rest.n_points());
#pragma omp parallel for schedule(static)
    for (Eigen::Index i = 0; i < points.cols(); ++i) {
        const Embedding& place = places[std::size_t(i)];
        for (Eigen::Index a = 0; a < place.nodes.size(); ++a)
            points.col(i) += place.weights(a) * nodes.col(place.nodes(a));
    }
    return points;
}

const VisualSurface* visual_of(Node& node) {
    const Body* body = body_of(node);
    const Value* value = node.slot("visual");
    if (body == nullptr || (value == nullptr && !body->surface)) return nullptr;
    return &node.attachment<VisualSurface>([&] {
        auto visual = std::make_unique<VisualSurface>();
        visual->rest = value != nullptr ? surface_of(node, *value) : *body->surface;
        visual->places = embed(body->mesh, visual->rest.positions);
        return visual;
    });
}

}  // namespace sinew
