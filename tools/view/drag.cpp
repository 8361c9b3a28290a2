#include "drag.hpp"

namespace sinew::view {

std::optional<Drag> Drag::begin(const Stage& stage, const DrawnBodies& bodies, int x, int y,
                                bool only_inside) {
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
    drag.grip_ = body.grip(*first, only_inside);
    drag.offset_ = drag.grip_.at(body.nodes()) - first->place;
    return drag;
}

}  // namespace sinew::view
