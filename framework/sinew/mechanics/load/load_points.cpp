#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <sinew/mechanics/load/load_points.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>
#include <sinew/mechanics/system/visual_points.hpp>

namespace sinew {
namespace {

const VisualSurface& visual_here(const BuildContext& context) {
    return visual_for_forces(context.node(), context, context.at("surface"));
}

/// The visual surface as selections look at a mesh: its points are nodes, all of them on the skin,
/// and its triangles faces; there are no elements, sets or arrays.
struct SelectableSurface {
    VolumeMesh mesh;
    Boundary skin;

    SelectableSurface(const VisualSurface& visual, const Body& body) {
        mesh.positions = body.to_world.inverse() * visual.rest.positions;
        mesh.elements.resize(nodes_per_element(mesh.type), 0);
        skin.triangles = visual.rest.triangles;
        for (const auto triangle : skin.triangles.colwise())
            skin.faces.emplace_back(triangle.begin(), triangle.end());
        skin.nodes.resize(std::size_t(mesh.n_nodes()));
        std::iota(skin.nodes.begin(), skin.nodes.end(), 0);
    }
};

/// Gives the points of these numbers: nodes of the body, or points of its visual surface.
LoadPoints points_of(const Body& body, const VisualSurface* visual,
                     const std::vector<int>& numbers) {
    LoadPoints chosen;
    chosen.rest = (visual ? visual->rest.positions : body.mesh.positions)(Eigen::all, numbers);
    for (const int i : numbers)
        chosen.points.push_back(visual ? material_point(visual->embeddings[std::size_t(i)])
                                       : MaterialPoint::at_node(0, i));
    return chosen;
}

std::string text(const Eigen::Vector3d& x) {
    return fmt::format("[{:g}, {:g}, {:g}]", x.x(), x.y(), x.z());
}

LoadPoints point_inside(const Body& body, const Eigen::Vector3d& at, const BuildContext& context) {
    const Points rest = body.to_world * at;
    const Embedding found = embed(body.mesh, rest).front();
    if (!found.inside)
        context.fail(context.at("at"),
                     fmt::format("the load's point {} is outside the body", text(at)),
                     "move `at` inside, or choose nodes with `where`");
    return {{material_point(found)}, rest};
}

/// The point of the surface that is nearest to x, all in the world [m].
Eigen::Vector3d nearest_on(const SurfaceMesh& surface, const Eigen::Vector3d& x) {
    double least = std::numeric_limits<double>::infinity();
    Eigen::Vector3d nearest = x;
    for (const auto t : surface.triangles.colwise()) {
        const Eigen::Matrix3d corners = surface.positions(Eigen::all, t);
        const Eigen::Vector3d there =
            corners * nearest_in_triangle(x, corners.col(0), corners.col(1), corners.col(2));
        const double distance = (there - x).squaredNorm();
        if (distance >= least) continue;
        least = distance;
        nearest = there;
    }
    return nearest;
}

LoadPoints point_on(const VisualSurface& visual, const Body& body, const Eigen::Vector3d& at,
                    const BuildContext& context) {
    constexpr double near = 1e-3;
    const Eigen::Vector3d wanted = body.to_world * at, found = nearest_on(visual.rest, wanted);
    const double distance = (found - wanted).norm();
    if (distance > near * bounding_box(visual.rest.positions).diagonal().norm())
        context.fail(context.at("at"),
                     fmt::format("the load's point {} is {:.3g} m off the visual surface of {}",
                                 text(at), distance, body.path),
                     fmt::format("its nearest point is {}; surface: skin takes points inside",
                                 text(body.to_world.inverse() * found)));
    return {{material_point(embed(body.mesh, found).front())}, found};
}

}  // namespace

LoadPoints load_points(LoadedSurface surface, const Selection& where,
                       const std::optional<Eigen::Vector3d>& at, const BuildContext& context) {
    if (where.empty() != at.has_value())
        context.fail(context.plugin() + " needs one of `where` and `at`",
                     "name nodes (where: ...) or a point (at: [x, y, z])");
    const Body& body = body_here(context);
    if (surface == LoadedSurface::skin)
        return at ? point_inside(body, *at, context) : points_of(body, nullptr, body.nodes(where));
    const VisualSurface& visual = visual_here(context);
    if (at) return point_on(visual, body, *at, context);
    const SelectableSurface selectable(visual, body);
    return points_of(body, &visual, where.nodes(selectable.mesh, selectable.skin));
}

LoadFaces load_faces(LoadedSurface surface, const Selection& where, const BuildContext& context) {
    const Body& body = body_here(context);
    const VisualSurface* visual =
        surface == LoadedSurface::visual ? &visual_here(context) : nullptr;
    LoadFaces chosen;
    if (visual) {
        const SelectableSurface selectable(*visual, body);
        for (const int f : where.faces(selectable.mesh, selectable.skin))
            chosen.faces.push_back(selectable.skin.faces[std::size_t(f)]);
    } else {
        for (const int f : body.faces(where))
            chosen.faces.push_back(body.skin.faces[std::size_t(f)]);
    }
    std::vector<int> numbers;
    for (const std::vector<int>& face : chosen.faces)
        numbers.insert(numbers.end(), face.begin(), face.end());
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    for (std::vector<int>& face : chosen.faces)
        for (int& i : face)
            i = int(std::lower_bound(numbers.begin(), numbers.end(), i) - numbers.begin());
    static_cast<LoadPoints&>(chosen) = points_of(body, visual, numbers);
    return chosen;
}

}  // namespace sinew
