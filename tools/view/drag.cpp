#include "drag.hpp"

namespace sinew::view {

std::optional<Drag> Drag::begin(const Stage& stage, const DrawnBodies& bodies, int x, int y,
                                bool only_inside) {
    const Ray ray = stage.ray_at(x, y);
    std::optional<Hit> first;
    int number = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const auto hit = first_hit(ray, bodies[i]->points(), bodies[i]->triangles());
        if (!hit || (first && hit->distance >= first->distance)) continue;
        first = hit;
        number = int(i);
    }
    if (!first) return {};
    const DrawnBody& body = *bodies[std::size_t(number)];
    const GrippedPoint grip = body.grip(*first, only_inside);
    return Drag(number, grip, ScreenPlane(stage, first->position, grip.at(body.nodes())));
}

}  // namespace sinew::view
