#include <Eigen/Geometry>
#include <sinew/mechanics/mesh/point_areas.hpp>

namespace sinew {

std::vector<double> point_areas(const SurfaceMesh& surface) {
    std::vector<double> areas(std::size_t(surface.n_points()), 0);
    const Points& x = surface.positions;
    for (const auto corners : surface.triangles.colwise()) {
        const Eigen::Vector3d a = x.col(corners[0]), b = x.col(corners[1]), c = x.col(corners[2]);
        const double area = (b - a).cross(c - a).norm() / 2;
        for (const int corner : corners) areas[std::size_t(corner)] += area / 3;
    }
    return areas;
}

}  // namespace sinew
