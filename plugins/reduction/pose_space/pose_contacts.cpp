#include "pose_contacts.hpp"

#include <map>
#include <sinew/mechanics/contact/broad_phase.hpp>
#include <sinew/mechanics/contact/closest_points.hpp>

namespace sinew::pose_space {
namespace {

/// Share of the distance where the mesh is below which a vertex and a triangle have come nearer.
constexpr double nearer = 0.5;

/// A vertex and the triangle that it touches.
struct Touch {
    int triangle = 0;
    double distance = 0;
};

Stencil vertex_and_triangle(const CollisionSurface& surface, const Points& x, int vertex,
                            int triangle) {
    Stencil stencil;
    stencil.col(0) = x.col(vertex);
    for (int k = 0; k < 3; ++k) stencil.col(k + 1) = x.col(surface.triangles()(k, triangle));
    return stencil;
}

/// The nearest triangle of each vertex that touches one.
std::map<int, Touch> touches(const CollisionSurface& surface, const Points& x, double within) {
    std::map<int, Touch> nearest;
    BroadPhase search(surface);
    for (const auto& [vertex, triangle] : search.find(x, within).vertex_triangle) {
        const auto distance_at = [&](const Points& positions) {
            return distance(StencilKind::vertex_triangle,
                            vertex_and_triangle(surface, positions, vertex, triangle));
        };
        const double d = distance_at(x);
        if (!(d < nearer * distance_at(surface.rest()))) continue;
        const auto [at, is_first] = nearest.try_emplace(vertex, Touch{triangle, d});
        if (!is_first && d < at->second.distance) at->second = {triangle, d};
    }
    return nearest;
}

/// From the vertex to the point that it touches; the triangle's normal where both are one.
Eigen::Vector3d contact_normal(const Stencil& stencil, const ClosestPoints& closest,
                               double within) {
    const Eigen::Vector3d difference = closest.difference(stencil);
    if (difference.norm() > 1e-6 * within) return difference.normalized();
    return (stencil.col(2) - stencil.col(1)).cross(stencil.col(3) - stencil.col(1)).normalized();
}

}  // namespace

PoseContacts pose_contacts(const Body& body, const Points& shape, const ContactSearch& search,
                           const std::vector<char>& constrained) {
    const CollisionSurface surface({SurfacePart::skin(body, 0)});
    const std::vector<int>& nodes = body.skin.nodes;
    const Points x = shape(Eigen::all, nodes);
    PoseContacts contacts;
    std::vector<Eigen::Triplet<double>> entries;
    int row = 0;
    for (const auto& [vertex, touch] : touches(surface, x, search.distance)) {
        const int node = nodes[std::size_t(vertex)];
        if (constrained[3 * std::size_t(node)] && search.motion != ContactMotion::together)
            continue;
        ++contacts.n_vertices;
        if (search.motion == ContactMotion::fixed) {
            for (int axis = 0; axis < 3; ++axis) entries.emplace_back(row++, 3 * node + axis, 1.0);
            continue;
        }
        const Stencil stencil = vertex_and_triangle(surface, x, vertex, touch.triangle);
        const ClosestPoints closest = closest_points(StencilKind::vertex_triangle, stencil);
        const Eigen::Vector3d normal = contact_normal(stencil, closest, search.distance);
        for (int axis = 0; axis < 3; ++axis)
            entries.emplace_back(row, 3 * node + axis, normal[axis]);
        for (int corner = 0; corner < 3 && search.motion == ContactMotion::together; ++corner) {
            const int of = nodes[std::size_t(surface.triangles()(corner, touch.triangle))];
            for (int axis = 0; axis < 3; ++axis)
                entries.emplace_back(row, 3 * of + axis,
                                     -closest.weights[corner + 1] * normal[axis]);
        }
        ++row;
    }
    contacts.rows.resize(row, 3 * shape.cols());
    contacts.rows.setFromTriplets(entries.begin(), entries.end());
    return contacts;
}

}  // namespace sinew::pose_space
