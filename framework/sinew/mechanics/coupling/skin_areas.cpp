#include <algorithm>
#include <Eigen/Geometry>
#include <sinew/mechanics/coupling/skin_areas.hpp>

namespace sinew {

std::vector<double> triangle_areas(const Body& body) {
    std::vector<double> areas;
    const Points& x = body.mesh.positions;
    for (const auto corners : body.skin.triangles.colwise()) {
        const Eigen::Vector3d a = x.col(corners[0]), b = x.col(corners[1]), c = x.col(corners[2]);
        areas.push_back((b - a).cross(c - a).norm() / 2);
    }
    return areas;
}

std::vector<double> skin_areas(const Body& body) {
    const std::vector<int>& nodes = body.skin.nodes;
    const std::vector<double> of_triangles = triangle_areas(body);
    std::vector<double> areas(nodes.size(), 0);
    for (std::size_t k = 0; k < of_triangles.size(); ++k)
        for (const int corner : body.skin.triangles.col(Eigen::Index(k))) {
            const auto found = std::lower_bound(nodes.begin(), nodes.end(), corner);
            areas[static_cast<std::size_t>(found - nodes.begin())] += of_triangles[k] / 3;
        }
    return areas;
}

}  // namespace sinew
