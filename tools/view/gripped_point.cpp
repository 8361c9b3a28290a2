#include "gripped_point.hpp"

#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew::view {

Eigen::Vector3d GrippedPoint::at(const Points& nodes) const {
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    for (std::size_t a = 0; a < std::size_t(point.n); ++a)
        x += point.weights[a] * nodes.col(point.nodes[a]);
    return x;
}

GrippedPoint grip_node(const Body& body, const Points& nodes, const Hit& hit) {
    const int node = nearest_point(hit.position, nodes, body.skin.nodes);
    return {MaterialPoint::at_node(0, node), body.mesh.positions.col(node), false, true};
}

GrippedPoint grip_visual(const VisualSurface& visual, const Points& points, const Hit& hit) {
    const auto corners = visual.rest.triangles.col(hit.triangle);
    const Eigen::Vector3d w = nearest_in_triangle(hit.position, points.col(corners[0]),
                                                  points.col(corners[1]), points.col(corners[2]));
    Eigen::Vector3d rest = Eigen::Vector3d::Zero();
    for (int k = 0; k < 3; ++k) rest += w[k] * visual.rest.positions.col(corners[k]);
    const Embedding embedding = embed(*visual.body, rest).front();
    return {material_point(embedding), rest, true, embedding.inside};
}

}  // namespace sinew::view
