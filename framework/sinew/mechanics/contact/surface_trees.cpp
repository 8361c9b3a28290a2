#include <sinew/mechanics/contact/surface_trees.hpp>

namespace sinew {

SurfaceTrees::SurfaceTrees(const CollisionSurface& surface, bool self)
    : surface_(surface), self_(self) {
    int n_bodies = 0;
    for (int v = 0; v < surface.n_vertices(); ++v)
        n_bodies = std::max(n_bodies, surface.body(v) + 1);
    parts_.resize(std::size_t(n_bodies));
    const auto part_of = [&](int vertex) -> Part& {
        return parts_[std::size_t(surface.body(vertex))];
    };
    for (int v = 0; v < surface.n_vertices(); ++v) part_of(v).is_obstacle = surface.is_obstacle(v);
    for (int t = 0; t < surface.n_triangles(); ++t)
        part_of(surface.triangles()(0, t)).triangles.items.push_back(t);
    for (int e = 0; e < surface.n_edges(); ++e)
        part_of(surface.edges()(0, e)).edges.items.push_back(e);
    for (Part& part : parts_) {
        part.triangles.build(surface.triangles(), surface.rest());
        part.edges.build(surface.edges(), surface.rest());
    }
    for (int body = 0; body < n_bodies; ++body)
        for (int other = 0; other < n_bodies; ++other)
            if (touch(body, other)) parts_[std::size_t(body)].near.push_back(other);
}

void SurfaceTrees::refit(const Points& from, const Points& to) {
    for (Part& part : parts_) {
        if (part.near.empty()) continue;
        part.triangles.refit(surface_.triangles(), from, to);
        part.edges.refit(surface_.edges(), from, to);
    }
}

void SurfaceTrees::Tree::build(const Eigen::MatrixXi& vertices, const Points& rest) {
    std::vector<Box> all;
    for (const int item : items) all.push_back(box_of(vertices.col(item), rest, rest));
    boxes = BoxTree(all);
}

void SurfaceTrees::Tree::refit(const Eigen::MatrixXi& vertices, const Points& from,
                               const Points& to) {
    if (boxes.empty()) return;
    boxes.refit([&](int position) {
        const int item = items[std::size_t(boxes.items()[std::size_t(position)])];
        return box_of(vertices.col(item), from, to);
    });
}

}  // namespace sinew
