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

Eigen::Vector3d contact_normal(const Stencil& stencil, const ClosestPoints& closest,
                               double within) {
    const Eigen::Vector3d from_vertex = closest.difference(stencil);
    constexpr int inside = 2;
    if (closest.n_free != inside && from_vertex.norm() > 1e-6 * within)
        return -from_vertex.normalized();
    return triangle_axes(stencil.col(1), stencil.col(2), stencil.col(3)).col(2);
}

/// Contacts of the skin with itself.
std::vector<PoseContact> with_itself(const Body& body, const Points& shape, double within) {
    const CollisionSurface surface({SurfacePart::skin(body, 0)});
    const std::vector<int>& nodes = body.skin.nodes;
    const Points x = shape(Eigen::all, nodes);
    std::vector<PoseContact> contacts;
    for (const auto& [vertex, touch] : touches(surface, x, within)) {
        const Stencil stencil = vertex_and_triangle(surface, x, vertex, touch.triangle);
        const ClosestPoints closest = closest_points(StencilKind::vertex_triangle, stencil);
        PoseContact& contact = contacts.emplace_back();
        contact.node = nodes[std::size_t(vertex)];
        contact.normal = contact_normal(stencil, closest, within);
        contact.weights = closest.weights.tail<3>();
        for (int corner = 0; corner < 3; ++corner)
            contact.triangle[std::size_t(corner)] =
                nodes[std::size_t(surface.triangles()(corner, touch.triangle))];
    }
    return contacts;
}

}  // namespace

Eigen::Matrix3d triangle_axes(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                              const Eigen::Vector3d& c) {
    Eigen::Matrix3d axes;
    axes.col(0) = (b - a).normalized();
    axes.col(2) = (b - a).cross(c - a).normalized();
    axes.col(1) = axes.col(2).cross(axes.col(0));
    return axes;
}

std::vector<PoseContact> pose_contacts(const Body& body, const Points& shape,
                                       const ContactSearch& search,
                                       const std::vector<char>& constrained) {
    std::vector<PoseContact> contacts = with_itself(body, shape, search.distance);
    for (std::size_t k = 0; k < search.planes.size(); ++k)
        for (const int node : body.skin.nodes) {
            const ContactPlane& plane = search.planes[k];
            if (plane.normal.dot(shape.col(node) - plane.point) < search.distance)
                contacts.push_back({.node = node, .plane = int(k), .normal = plane.normal});
        }
    const bool both_sides =
        search.motion == ContactMotion::together || search.motion == ContactMotion::unilateral;
    std::erase_if(contacts, [&](const PoseContact& contact) {
        const bool other_moves = contact.plane < 0 && both_sides;
        return constrained[3 * std::size_t(contact.node)] && !other_moves;
    });
    return contacts;
}

ConstraintRows contact_rows(const std::vector<PoseContact>& contacts, ContactMotion motion,
                            Index n_nodes) {
    std::vector<Eigen::Triplet<double>> entries;
    int row = 0;
    for (const PoseContact& contact : contacts) {
        if (motion == ContactMotion::fixed) {
            for (int axis = 0; axis < 3; ++axis)
                entries.emplace_back(row++, 3 * contact.node + axis, 1.0);
            continue;
        }
        for (int axis = 0; axis < 3; ++axis) {
            entries.emplace_back(row, 3 * contact.node + axis, contact.normal[axis]);
            if (motion != ContactMotion::together || contact.plane >= 0) continue;
            for (int corner = 0; corner < 3; ++corner)
                entries.emplace_back(row, 3 * contact.triangle[std::size_t(corner)] + axis,
                                     -contact.weights[corner] * contact.normal[axis]);
        }
        ++row;
    }
    ConstraintRows rows(row, 3 * n_nodes);
    rows.setFromTriplets(entries.begin(), entries.end());
    return rows;
}

}  // namespace sinew::pose_space
