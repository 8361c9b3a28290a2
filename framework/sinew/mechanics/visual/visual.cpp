#include <fmt/format.h>

#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/visual/visual.hpp>
#include <sinew/player/embedding.hpp>

namespace sinew {
namespace {

void read_surface(SceneNode& node, const Value& value, VisualSurface& visual) {
    Diagnostics diagnostics;
    ReadContext reading{diagnostics, &node.graph().plugins()};
    reading.node_path = node.path();
    reading.structure = "visual";
    VisualSettings settings;
    read_params(value, reading, settings);
    diagnostics.throw_if_errors();

    BuildContext context(node.graph(), node, "visual", value.mark, &value);
    const std::unique_ptr<MeshSource> source = settings.mesh.make(context);
    MeshData data = source->load();
    if (!data.surface)
        context.fail(fmt::format("the visual of {} is a volume mesh, not a surface", node.path()),
                     "name a file of triangles");
    visual.morphs = morphs_of(settings, settings.mesh, *source, *data.surface, context);
    data.surface->positions = node.world() * data.surface->positions;
    visual.rest = std::move(*data.surface);
}

std::string corners_of(const Eigen::AlignedBox3d& box) {
    return fmt::format("({:.3g}, {:.3g}, {:.3g}) to ({:.3g}, {:.3g}, {:.3g})", box.min().x(),
                       box.min().y(), box.min().z(), box.max().x(), box.max().y(), box.max().z());
}

/// Warns of a surface next to the body, or of quite another size: most often one of them is in
/// other units.
void warn_of_mismatch(SceneNode& node, const Value& value, const Body& body,
                      const Points& surface) {
    constexpr double most = 10;
    const Eigen::AlignedBox3d of_body = bounding_box(body.mesh.positions),
                              of_surface = bounding_box(surface);
    const double size = of_body.diagonal().norm(), shown = of_surface.diagonal().norm();
    std::string message;
    if (surface.cols() > 0 && !of_surface.intersects(of_body))
        message = fmt::format(
            "the visual of {} misses its body: it goes from {} m, and the body "
            "from {} m",
            node.path(), corners_of(of_surface), corners_of(of_body));
    else if (shown > most * size || size > most * shown)
        message = fmt::format("the visual of {} reaches over {:.3g} m, and its body over {:.3g} m",
                              node.path(), shown, size);
    else
        return;
    node.graph().warn(
        Diagnostic::warning(std::move(message))
            .remedy("if one of them is in other units, give its file the unit (unit: cm) or a "
                    "scale; look at which axis is up, too; glTF files are in metres")
            .at(value.find("mesh")->mark)
            .on(node.path()));
}

Points carried(const std::vector<Embedding>& embeddings, const Points& nodes) {
    Points points(3, Eigen::Index(embeddings.size()));
    parallel_for(points.cols(), [&](Eigen::Index i) {
        const Embedding& embedding = embeddings[std::size_t(i)];
        points.col(i) = player::embedded_point(embedding.nodes.size(), embedding.nodes.data(),
                                               embedding.weights.data(), nodes.data());
    });
    return points;
}

}  // namespace

Points VisualSurface::deform(const Points& nodes) const {
    return carried(embeddings, nodes);
}

Points VisualSurface::deform(const Points& nodes, double t) const {
    if (!morphs) return deform(nodes);
    const Points moved = rest.positions + morphs->displacement(rest.n_points(), t);
    return carried(embed(*body, moved), nodes);
}

const VisualSurface* visual_of(SceneNode& node) {
    const Body* body = body_of(node);
    const Value* value = node.slot("visual");
    if (body == nullptr || (value == nullptr && !body->surface)) return nullptr;
    return &node.attachment<VisualSurface>([&] {
        auto visual = std::make_unique<VisualSurface>();
        visual->body = &body->mesh;
        if (value != nullptr) {
            read_surface(node, *value, *visual);
            warn_of_mismatch(node, *value, *body, visual->rest.positions);
        } else {
            visual->rest = *body->surface;
        }
        visual->embeddings = embed(body->mesh, visual->rest.positions);
        return visual;
    });
}

}  // namespace sinew
