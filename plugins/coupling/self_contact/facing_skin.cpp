#include "facing_skin.hpp"

#include <limits>

namespace sinew {

namespace {

std::vector<BoxTree::Box> boxes_at_rest(const Body& body) {
    std::vector<BoxTree::Box> boxes(std::size_t(body.skin.triangles.cols()));
    for (std::size_t t = 0; t < boxes.size(); ++t)
        for (const int node : body.skin.triangles.col(Eigen::Index(t)))
            boxes[t].extend(body.mesh.positions.col(node));
    return boxes;
}

}  // namespace

FacingSkin::FacingSkin(const Body& body, int number, const Neighbours& near)
    : skin_(body, number), near_(near), triangles_(boxes_at_rest(body)) {}

FacingSkin::Place FacingSkin::entry(const Node& node, double reach) const {
    constexpr double nowhere = std::numeric_limits<double>::infinity();
    double least = nowhere;
    const auto distance2 = [&](int t) {
        if (node.own >= 0 && (skin_.corners(t).array() == node.own).any()) return nowhere;
        const Place place{t, skin_.nearest(t, node.x)};
        const double d2 = (skin_.place(t, place.weights) - node.x).squaredNorm();
        // The costly questions last, of what is near. What touches a face, but for a rounding, has
        // come through that one or is not inside.
        if (d2 > least || skin_.normal(t).dot(node.normal) >= 0 || !(share(node.own, place) > 0))
            return nowhere;
        const bool touches = d2 <= 1e-14 * skin_.box_of(t).diagonal().squaredNorm();
        if (!touches && !skin_.encloses(node.x, t, place.weights)) return nowhere;
        least = d2;
        return d2;
    };
    const auto [triangle, d2] = triangles_.nearest(node.x, distance2, reach * reach);
    return triangle >= 0 ? follow(node, triangle) : Place();
}

FacingSkin::Place FacingSkin::follow(const Node& node, int triangle) const {
    const Place place = skin_.walk(node.x, triangle, node.own);
    const bool is_in =
        share(node.own, place) > 0 && skin_.encloses(node.x, place.triangle, place.weights);
    return is_in ? place : Place();
}

double FacingSkin::share(int own, const Place& place) const {
    if (own < 0) return 1;
    const auto corners = skin_.body().skin.triangles.col(place.triangle);
    return near_.ramp(std::size_t(own), corners, place.weights);
}

}  // namespace sinew
