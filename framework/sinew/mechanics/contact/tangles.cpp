#include <algorithm>
#include <cmath>
#include <Eigen/Geometry>
#include <numbers>
#include <set>
#include <sinew/mechanics/contact/tangles.hpp>

namespace sinew {
namespace {

/// Vertices around one intersection, and the bodies that meet there.
struct IntersectingPart {
    std::vector<int> vertices;
    std::set<int> bodies;
};

/// True if a vertex lies inside a body's surface, or its own a second time; or in an obstacle that
/// has no triangles.
bool is_inside(const CollisionSurface& surface, int body, const Points& x, int v) {
    const Eigen::Vector3d at = x.col(v);
    for (const auto& [center, radius] : surface.spheres())
        if (surface.body(center) == body) return (at - x.col(center)).norm() <= radius;
    for (const auto& [point, outward] : surface.planes())
        if (surface.body(point) == body) return outward.dot(at - x.col(point)) <= 0;
    const bool is_own = surface.body(v) == body;
    return winding_number(surface, body, x, at, is_own ? v : -1) > (is_own ? 1 : 0.5);
}

/// Adds the vertices that are connected to those of the part and lie inside one of its bodies.
void flood(const CollisionSurface& surface, const Points& x, IntersectingPart& part) {
    std::set<int> seen(part.vertices.begin(), part.vertices.end());
    for (std::size_t k = 0; k < part.vertices.size(); ++k) {
        const int v = part.vertices[k];
        for (const int e : surface.edges_at_vertex(v))
            for (const int u : surface.edges().col(e)) {
                if (!seen.insert(u).second) continue;
                const bool inside =
                    std::any_of(part.bodies.begin(), part.bodies.end(), [&](int body) {
                        return (part.bodies.size() == 1 || body != surface.body(u)) &&
                               is_inside(surface, body, x, u);
                    });
                if (inside) part.vertices.push_back(u);
            }
    }
}

/// Gives the vertices the number of one tangle, and all that have that of one of them, too.
void join(std::span<const int> vertices, int number, std::vector<int>& of_vertices) {
    for (const int v : vertices) {
        const int other = of_vertices[std::size_t(v)];
        if (other >= 0 && other != number)
            std::replace(of_vertices.begin(), of_vertices.end(), other, number);
        of_vertices[std::size_t(v)] = number;
    }
}

/// The numbers that are left, from 0 without gaps; nothing if there is none.
void renumber(std::vector<int>& of_vertices) {
    const int most =
        of_vertices.empty() ? -1 : *std::max_element(of_vertices.begin(), of_vertices.end());
    std::vector<int> next(static_cast<std::size_t>(most + 1), -1);
    int n = 0;
    for (int& number : of_vertices) {
        if (number < 0) continue;
        int& renamed = next[std::size_t(number)];
        if (renamed < 0) renamed = n++;
        number = renamed;
    }
    if (n == 0) of_vertices.clear();
}

}  // namespace

double winding_number(const CollisionSurface& surface, int body, const Points& x,
                      const Eigen::Vector3d& point, int but) {
    double angle = 0;
    for (const auto corners : surface.triangles().colwise()) {
        if (surface.body(corners[0]) != body || (corners.array() == but).any()) continue;
        const Eigen::Vector3d a = x.col(corners[0]) - point, b = x.col(corners[1]) - point,
                              c = x.col(corners[2]) - point;
        const double la = a.norm(), lb = b.norm(), lc = c.norm();
        angle += 2 * std::atan2(a.dot(b.cross(c)),
                                la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
    }
    return angle / (4 * std::numbers::pi);
}

Tangles::Tangles(const CollisionSurface& surface, const Points& x,
                 const std::vector<Intersection>& intersections,
                 const std::vector<Penetration>& penetrations) {
    std::vector<IntersectingPart> parts;
    const auto add = [&](std::vector<int> vertices) {
        IntersectingPart part{std::move(vertices), {}};
        for (const int v : part.vertices) part.bodies.insert(surface.body(v));
        parts.push_back(std::move(part));
    };
    for (const Intersection& hit : intersections) {
        const auto ends = surface.edges().col(hit.edge);
        const auto corners = surface.triangles().col(hit.triangle);
        add({ends[0], ends[1], corners[0], corners[1], corners[2]});
    }
    for (const Penetration& hit : penetrations)
        add({hit.vertices[0], hit.vertices[1], hit.vertices[2], hit.obstacle});
    if (parts.empty()) return;
    of_vertices_.assign(std::size_t(surface.n_vertices()), -1);
    for (std::size_t k = 0; k < parts.size(); ++k) join(parts[k].vertices, int(k), of_vertices_);
    // What is connected is one part, and is flooded once.
    renumber(of_vertices_);
    std::vector<IntersectingPart> joined(static_cast<std::size_t>(count()));
    for (int v = 0; v < surface.n_vertices(); ++v) {
        const int number = of_vertices_[std::size_t(v)];
        if (number < 0) continue;
        joined[std::size_t(number)].vertices.push_back(v);
        joined[std::size_t(number)].bodies.insert(surface.body(v));
    }
    for (std::size_t k = 0; k < joined.size(); ++k) {
        flood(surface, x, joined[k]);
        join(joined[k].vertices, int(k), of_vertices_);
    }
    renumber(of_vertices_);
}

Tangles::Tangles(std::vector<int> of_vertices) : of_vertices_(std::move(of_vertices)) {
    renumber(of_vertices_);
}

int Tangles::count() const {
    return of_vertices_.empty() ? 0
                                : 1 + *std::max_element(of_vertices_.begin(), of_vertices_.end());
}

int Tangles::shared(std::span<const int> first, std::span<const int> second) const {
    if (empty()) return -1;
    for (const int v : first) {
        const int number = of_vertices_[std::size_t(v)];
        if (number < 0) continue;
        for (const int w : second)
            if (of_vertices_[std::size_t(w)] == number) return number;
    }
    return -1;
}

void Tangles::add(const CollisionSurface& surface, std::span<const int> vertices) {
    const int number = count();
    of_vertices_.resize(std::size_t(surface.n_vertices()), -1);
    join(vertices, number, of_vertices_);
    renumber(of_vertices_);
}

void Tangles::keep(const std::vector<char>& keeps) {
    for (int& number : of_vertices_)
        if (number >= 0 && !keeps[std::size_t(number)]) number = -1;
    renumber(of_vertices_);
}

}  // namespace sinew
