#include "pose_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/contact/broad_phase.hpp>
#include <sinew/mechanics/contact/closest_points.hpp>

namespace sinew::pose_space {
namespace {

/// Share of the distance where the mesh is below which a vertex and a triangle have come nearer.
constexpr double nearer = 0.5;

/// Cosine of the angle that the line of contact may make with the normals of both sides. What is
/// beside a vertex, on a surface that bending presses together, is out of it: it touches nothing.
constexpr double facing = 0.5;

/// Contacts of a skin with itself.
class SelfContacts {
public:
    SelfContacts(const Body& body, const Points& shape, double within)
        : surface_({SurfacePart::skin(body, 0)}),
          nodes_(body.skin.nodes),
          x_(shape(Eigen::all, nodes_)),
          within_(within),
          normals_(Points::Zero(3, x_.cols())) {
        for (Index t = 0; t < surface_.triangles().cols(); ++t) {
            const Eigen::Vector3i corners = surface_.triangles().col(t);
            for (int k = 0; k < 3; ++k) {
                const Eigen::Vector3d a = x_.col(corners[(k + 1) % 3]) - x_.col(corners[k]),
                                      b = x_.col(corners[(k + 2) % 3]) - x_.col(corners[k]);
                const double angle = std::atan2(a.cross(b).norm(), a.dot(b));
                normals_.col(corners[k]) += angle * triangle_normal(t);
            }
        }
    }

    /// Of each vertex that with the nearest triangle.
    std::vector<PoseContact> find() const {
        struct Nearest {
            double distance = 0;
            PoseContact contact;
        };
        std::map<int, Nearest> nearest;
        BroadPhase search(surface_);
        for (const auto& [vertex, triangle] : search.find(x_, within_).vertex_triangle) {
            const double d = distance_in(x_, vertex, triangle);
            if (!(d < nearer * distance_in(surface_.rest(), vertex, triangle))) continue;
            const auto before = nearest.find(vertex);
            if (before != nearest.end() && before->second.distance <= d) continue;
            const PoseContact contact = contact_of(vertex, triangle);
            if (contact.normal.dot(normals_.col(vertex).normalized()) < -facing)
                nearest[vertex] = {d, contact};
        }
        std::vector<PoseContact> contacts;
        for (const auto& [vertex, touch] : nearest) contacts.push_back(touch.contact);
        return contacts;
    }

private:
    Stencil stencil(const Points& positions, int vertex, int triangle) const {
        Stencil stencil;
        stencil.col(0) = positions.col(vertex);
        for (int k = 0; k < 3; ++k)
            stencil.col(k + 1) = positions.col(surface_.triangles()(k, triangle));
        return stencil;
    }
    double distance_in(const Points& positions, int vertex, int triangle) const {
        return distance(StencilKind::vertex_triangle, stencil(positions, vertex, triangle));
    }
    Eigen::Vector3d triangle_normal(Index t) const {
        const Eigen::Vector3i corners = surface_.triangles().col(t);
        return triangle_axes(x_.col(corners[0]), x_.col(corners[1]), x_.col(corners[2])).col(2);
    }

    /// Without a normal if the triangle's sides do not face the vertex.
    PoseContact contact_of(int vertex, int triangle) const {
        const Stencil at = stencil(x_, vertex, triangle);
        const ClosestPoints closest = closest_points(StencilKind::vertex_triangle, at);
        PoseContact contact;
        contact.node = nodes_[std::size_t(vertex)];
        contact.weights = closest.weights.tail<3>();
        for (int corner = 0; corner < 3; ++corner)
            contact.triangle[std::size_t(corner)] =
                nodes_[std::size_t(surface_.triangles()(corner, triangle))];
        const Eigen::Vector3d to_vertex = -closest.difference(at);
        constexpr int inside = 2;
        if (closest.n_free == inside || to_vertex.norm() < 1e-6 * within_) {
            contact.normal = triangle_normal(triangle);
            return contact;
        }
        const Eigen::Vector3d line = to_vertex.normalized();
        const double cosine = line.dot(normal_of_feature(triangle, contact.weights).normalized());
        if (std::abs(cosine) > facing) contact.normal = cosine > 0 ? line : -line;
        return contact;
    }

    /// Normal of the edge or the vertex of a triangle whose corners have weights: the side that is
    /// outside.
    Eigen::Vector3d normal_of_feature(int triangle, const Eigen::Vector3d& weights) const {
        std::vector<int> corners;
        for (int corner = 0; corner < 3; ++corner)
            if (weights[corner] != 0) corners.push_back(surface_.triangles()(corner, triangle));
        if (corners.size() == 1) return normals_.col(corners.front());
        Eigen::Vector3d sum = Eigen::Vector3d::Zero();
        for (Index t = 0; t < surface_.triangles().cols(); ++t)
            if (std::all_of(corners.begin(), corners.end(), [&](int vertex) {
                    return (surface_.triangles().col(t).array() == vertex).any();
                }))
                sum += triangle_normal(t);
        return sum;
    }

    CollisionSurface surface_;
    const std::vector<int>& nodes_;  ///< of its vertices
    Points x_;                       ///< where they are [m]
    double within_;
    Points normals_;  ///< of vertices: of their triangles, by angles (Baerentzen & Aanaes 2005)
};

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
    std::vector<PoseContact> contacts = SelfContacts(body, shape, search.distance).find();
    for (std::size_t k = 0; k < search.planes.size(); ++k) {
        const std::size_t before = contacts.size();
        for (const int node : body.skin.nodes) {
            const ContactPlane& plane = search.planes[k];
            if (plane.normal.dot(shape.col(node) - plane.point) < search.distance)
                contacts.push_back({.node = node, .plane = int(k), .normal = plane.normal});
        }
        if (contacts.size() - before == body.skin.nodes.size())
            throw ComputationError(
                fmt::format("all of the skin of {} is behind planes[{}] of its contacts", body.path,
                            k),
                "turn the plane's `normal` round: it points to where the body is");
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
    SINEW_ASSERT(motion != ContactMotion::unilateral, "no row says that {} contacts may part",
                 contacts.size());
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
