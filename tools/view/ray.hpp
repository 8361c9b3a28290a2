/// Picking: rays from the eye, and the triangles that they hit.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew::view {

/// origin + s direction, s >= 0, in the world.
struct Ray {
    Eigen::Vector3d origin, direction;  ///< direction of length 1
};

struct Hit {
    double distance = 0;  ///< along the ray [m]
    int triangle = -1;
    Eigen::Vector3d position;  ///< [m]
};

/// The first triangle (3 x n, numbers of points) that the ray meets, from whichever side.
std::optional<Hit> first_hit(const Ray& ray, const Points& points,
                             const Eigen::MatrixXi& triangles);

/// The column of `points`, of those listed, that is nearest to a point.
int nearest_point(const Eigen::Vector3d& position, const Points& points,
                  const std::vector<int>& listed);

/// Intersection of the ray with the plane through `point`; `point` itself if there is none.
Eigen::Vector3d on_plane(const Ray& ray, const Eigen::Vector3d& point,
                         const Eigen::Vector3d& normal);

}  // namespace sinew::view
