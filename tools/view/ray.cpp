#include "ray.hpp"

#include <cmath>
#include <Eigen/Geometry>
#include <limits>

namespace sinew::view {

/// Moeller & Trumbore 1997, on each triangle: a click happens seldom.
std::optional<Hit> first_hit(const Ray& ray, const Points& points,
                             const Eigen::MatrixXi& triangles) {
    std::optional<Hit> best;
    for (Eigen::Index k = 0; k < triangles.cols(); ++k) {
        const Eigen::Vector3d a = points.col(triangles(0, k));
        const Eigen::Vector3d ab = points.col(triangles(1, k)) - a;
        const Eigen::Vector3d ac = points.col(triangles(2, k)) - a;
        const Eigen::Vector3d across = ray.direction.cross(ac);
        const double det = ab.dot(across);
        if (std::abs(det) <= 1e-12 * ab.norm() * ac.norm()) continue;
        const Eigen::Vector3d from_a = ray.origin - a;
        const double u = from_a.dot(across) / det;
        if (u < 0 || u > 1) continue;
        const Eigen::Vector3d turned = from_a.cross(ab);
        const double v = ray.direction.dot(turned) / det;
        if (v < 0 || u + v > 1) continue;
        const double distance = ac.dot(turned) / det;
        if (distance < 0 || (best && distance >= best->distance)) continue;
        best = Hit{distance, int(k), ray.origin + distance * ray.direction};
    }
    return best;
}

int nearest_point(const Eigen::Vector3d& position, const Points& points,
                  const std::vector<int>& listed) {
    int nearest = -1;
    double least = std::numeric_limits<double>::infinity();
    for (const int i : listed) {
        const double distance = (points.col(i) - position).squaredNorm();
        if (distance >= least) continue;
        least = distance;
        nearest = i;
    }
    return nearest;
}

Eigen::Vector3d on_plane(const Ray& ray, const Eigen::Vector3d& point,
                         const Eigen::Vector3d& normal) {
    const double slope = ray.direction.dot(normal);
    if (std::abs(slope) < 1e-9) return point;
    return ray.origin + (point - ray.origin).dot(normal) / slope * ray.direction;
}

}  // namespace sinew::view
