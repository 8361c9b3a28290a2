#include <Eigen/Geometry>
#include <sinew/mechanics/coupling/skin_areas.hpp>
#include <sinew/mechanics/mesh/point_areas.hpp>

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
    return point_areas(skin_surface(body.skin, body.mesh.positions));
}

}  // namespace sinew
