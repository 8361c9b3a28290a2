#include "triangle_box.hpp"

#include <Eigen/Geometry>

namespace sinew {
namespace {

/// True if `axis` separates the corners from the unit cube around the origin.
bool separates(const Eigen::Vector3d& axis, const GridTriangle& corners) {
    const Eigen::RowVector3d positions = axis.transpose() * corners;
    const double reach = (0.5 + touch_tolerance) * axis.lpNorm<1>();
    return positions.minCoeff() > reach || positions.maxCoeff() < -reach;
}

}  // namespace

bool touches_cube(const GridTriangle& triangle, const Eigen::Vector3d& center) {
    const GridTriangle corners = triangle.colwise() - center;
    GridTriangle edges;
    for (int i = 0; i < 3; ++i) edges.col(i) = corners.col((i + 1) % 3) - corners.col(i);
    for (int axis = 0; axis < 3; ++axis)
        if (separates(Eigen::Vector3d::Unit(axis), corners)) return false;
    if (separates(edges.col(0).cross(edges.col(1)), corners)) return false;
    for (int axis = 0; axis < 3; ++axis)
        for (int i = 0; i < 3; ++i)
            if (separates(Eigen::Vector3d::Unit(axis).cross(edges.col(i)), corners)) return false;
    return true;
}

}  // namespace sinew
