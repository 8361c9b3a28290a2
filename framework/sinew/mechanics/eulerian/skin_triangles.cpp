#include "skin_triangles.hpp"

#include <cmath>
#include <Eigen/Geometry>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {

SkinTriangles::SkinTriangles(const VolumeMesh& mesh, const Boundary& skin, std::optional<int> flat)
    : mesh_(&mesh) {
    std::vector<BoxTree::Box> boxes;
    for (Eigen::Index t = 0; t < skin.triangles.cols(); ++t) {
        const Eigen::Vector3i nodes = skin.triangles.col(t);
        const Eigen::Vector3d normal = area_normal(mesh.positions, nodes).normalized();
        if (flat && std::abs(normal[*flat]) > std::sqrt(0.5)) continue;
        triangles_.push_back(nodes);
        BoxTree::Box& box = boxes.emplace_back();
        for (const int node : nodes) box.extend(mesh.positions.col(node));
    }
    tree_ = BoxTree(boxes);
}

std::optional<SkinTriangles::Nearest> SkinTriangles::nearest(const Eigen::Vector3d& X,
                                                             double most) const {
    const auto nearest = tree_.nearest(
        X, [&](int t) { return squared_distance(X, std::size_t(t)); }, most * most);
    if (nearest.first < 0) return {};
    return Nearest{triangles_[std::size_t(nearest.first)], std::sqrt(nearest.second)};
}

double SkinTriangles::squared_distance(const Eigen::Vector3d& X, std::size_t triangle) const {
    Eigen::Matrix3d corners;
    for (int i = 0; i < 3; ++i) corners.col(i) = mesh_->positions.col(triangles_[triangle][i]);
    const Eigen::Vector3d weights =
        nearest_in_triangle(X, corners.col(0), corners.col(1), corners.col(2));
    return (corners * weights - X).squaredNorm();
}

Eigen::Vector3d area_normal(const Points& positions, const Eigen::Vector3i& nodes) {
    const Eigen::Vector3d a = positions.col(nodes[0]);
    return (positions.col(nodes[1]) - a).cross(positions.col(nodes[2]) - a);
}

}  // namespace sinew
