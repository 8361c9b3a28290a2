#include <cmath>
#include <numbers>
#include <sinew/mechanics/coupling/obstacle_surface.hpp>

namespace sinew {
namespace {

/// The unit sphere: two poles, and rings of vertices at equal angles between them.
SurfaceMesh unit_sphere() {
    constexpr int n_rings = 23, n_around = 48;
    SurfaceMesh sphere{Points(3, n_rings * n_around + 2),
                       Eigen::MatrixXi(3, 2 * n_rings * n_around)};
    constexpr int south = n_rings * n_around, north = south + 1;
    const auto vertex = [](int ring, int k) {
        return ring < 0 ? south : ring == n_rings ? north : ring * n_around + k % n_around;
    };
    sphere.positions.col(south) = -Eigen::Vector3d::UnitZ();
    sphere.positions.col(north) = Eigen::Vector3d::UnitZ();
    for (int ring = 0; ring < n_rings; ++ring)
        for (int k = 0; k < n_around; ++k) {
            const double latitude = std::numbers::pi * ((ring + 1.0) / (n_rings + 1) - 0.5),
                         longitude = 2 * std::numbers::pi * k / n_around;
            sphere.positions.col(vertex(ring, k)) << std::cos(latitude) * std::cos(longitude),
                std::cos(latitude) * std::sin(longitude), std::sin(latitude);
        }
    int n = 0;
    for (int ring = -1; ring < n_rings; ++ring)
        for (int k = 0; k < n_around; ++k) {
            const int here = vertex(ring, k), beside = vertex(ring, k + 1),
                      above = vertex(ring + 1, k), beyond = vertex(ring + 1, k + 1);
            if (ring >= 0) sphere.triangles.col(n++) << here, beside, above;
            if (ring + 1 < n_rings) sphere.triangles.col(n++) << beside, beyond, above;
        }
    return sphere;
}

}  // namespace

ObstacleSurface ObstacleSurface::plane(std::string name, const Varying<Eigen::Vector3d>& point,
                                       const Eigen::Vector3d& normal,
                                       const Eigen::AlignedBox3d& box) {
    const Eigen::Vector3d u = normal.unitOrthogonal() * box.diagonal().norm(), v = normal.cross(u);
    Points corners(3, 4);
    corners << -u - v, u - v, u + v, v - u;
    Eigen::MatrixXi triangles(3, 2);
    triangles << 0, 0, 1, 2, 2, 3;
    const auto at = [=, center = Eigen::Vector3d(box.center())](double t) -> Points {
        return corners.colwise() + (center - normal.dot(center - point.at(t)) * normal);
    };
    return {std::move(name), triangles, at};
}

ObstacleSurface ObstacleSurface::sphere(std::string name, const Varying<Eigen::Vector3d>& center,
                                        double radius) {
    const SurfaceMesh unit = unit_sphere();
    const auto at = [=, around = Points(radius * unit.positions)](double t) -> Points {
        return around.colwise() + center.at(t);
    };
    return {std::move(name), unit.triangles, at};
}

ObstacleSurface ObstacleSurface::rigid(std::string name, SurfaceMesh surface,
                                       const SolidMotion& motion) {
    const auto at = [motion, rest = std::move(surface.positions)](double t) -> Points {
        return motion.at(t) * rest;
    };
    return {std::move(name), std::move(surface.triangles), at};
}

}  // namespace sinew
