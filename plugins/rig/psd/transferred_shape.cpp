#include "transferred_shape.hpp"

#include <Eigen/Geometry>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {
namespace {

Eigen::Matrix3d corners(const SurfaceMesh& surface, const Points& x, int triangle) {
    return x(Eigen::all, surface.triangles.col(triangle));
}

/// An edge, the normal, and what is square to both, a column each; zero without area.
Eigen::Matrix3d axes(const Eigen::Matrix3d& x) {
    const Eigen::Vector3d edge = x.col(1) - x.col(0),
                          normal = edge.cross(Eigen::Vector3d(x.col(2) - x.col(0)));
    if (!(normal.norm() > 0)) return Eigen::Matrix3d::Zero();
    Eigen::Matrix3d axes;
    axes << edge.normalized(), normal.cross(edge).normalized(), normal.normalized();
    return axes;
}

Eigen::Matrix3d turn(const Eigen::Matrix3d& from, const Eigen::Matrix3d& to) {
    const Eigen::Matrix3d R = axes(to) * axes(from).transpose();
    return R.isZero(0) ? Eigen::Matrix3d::Identity() : R;
}

}  // namespace

TransferredShape transferred_shape(const SurfaceMesh& at_rest, const Points& shape,
                                   const Points& points) {
    std::vector<BoxTree::Box> boxes(std::size_t(at_rest.n_triangles()));
    for (std::size_t t = 0; t < boxes.size(); ++t)
        for (const int vertex : at_rest.triangles.col(Eigen::Index(t)))
            boxes[t].extend(at_rest.positions.col(vertex));
    const BoxTree tree(boxes);
    Points to(3, points.cols());
    Vector distances(points.cols());
    parallel_for(points.cols(), [&](Eigen::Index i) {
        const Eigen::Vector3d x = points.col(i);
        const auto weights = [&](const Eigen::Matrix3d& c) {
            return nearest_in_triangle(x, c.col(0), c.col(1), c.col(2));
        };
        const int nearest = tree.nearest(x,
                                         [&](int t) {
                                             const Eigen::Matrix3d c =
                                                 corners(at_rest, at_rest.positions, t);
                                             return (c * weights(c) - x).squaredNorm();
                                         })
                                .first;
        const Eigen::Matrix3d from = corners(at_rest, at_rest.positions, nearest),
                              there = corners(at_rest, shape, nearest);
        const Eigen::Vector3d w = weights(from);
        const Eigen::Vector3d off = x - from * w;
        distances[i] = off.norm();
        to.col(i) = there * w + turn(from, there) * off;
    });
    TransferredShape shape_there{std::move(to)};
    Eigen::Index farthest = 0;
    if (distances.size() > 0) shape_there.farthest = distances.maxCoeff(&farthest);
    shape_there.farthest_point = int(farthest);
    return shape_there;
}

}  // namespace sinew
