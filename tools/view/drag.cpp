#include "drag.hpp"

namespace sinew::view {

std::optional<Drag> Drag::begin(const Stage& stage, const DrawnBodies& bodies, int x, int y) {
    const Ray ray = stage.ray_at(x, y);
    std::optional<Hit> first;
    Drag drag;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto hit = first_hit(ray, bodies[i]->points(), bodies[i]->triangles());
        if (!hit || (first && hit->distance >= first->distance)) continue;
        first = hit;
        drag.body_ = int(i);
    }
    if (!first) return {};
    const DrawnBody& body = *bodies[std::size_t(drag.body_)];
    drag.clicked_ = first->place;
    drag.normal_ = stage.facing();
    drag.node_ = nearest_point(first->place, body.nodes(), body.body().skin.nodes);
    drag.offset_ = body.nodes().col(drag.node_) - first->place;
    return drag;
}

results::Bounds bounds_of(const DrawnBodies& bodies) {
    Eigen::AlignedBox3d box;
    for (const auto& body : bodies) box.extend(bounding_box(body->points()));
    const Eigen::Vector3d room = Eigen::Vector3d::Constant(0.08 * box.diagonal().norm());
    box.min() -= room;
    box.max() += room;
    return {box.min().x(), box.max().x(), box.min().y(),
            box.max().y(), box.min().z(), box.max().z()};
}

}  // namespace sinew::view
