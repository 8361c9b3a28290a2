#include "rest_skin.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <Eigen/Dense>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {

namespace {

SurfaceMesh surface_of(const Body& body) {
    SurfaceMesh surface{body.mesh.positions, body.skin.triangles};
    drop_unreferenced(surface);
    return surface;
}

/// In the middle of a body the gradient vanishes: the least length that it counts with.
constexpr double shortest_gradient = 0.5;

}  // namespace

RestSkin::RestSkin(const Body& body, double voxel)
    : body_(body), distances_(surface_of(body), voxel) {
    std::vector<BoxTree::Box> boxes(std::size_t(body.skin.triangles.cols()));
    for (std::size_t t = 0; t < boxes.size(); ++t)
        for (const int node : body.skin.triangles.col(Eigen::Index(t)))
            boxes[t].extend(body.mesh.positions.col(node));
    triangles_ = BoxTree(boxes);
}

RestSkin::SurfacePoint RestSkin::project(const Eigen::Vector3d& X) const {
    const LevelSet::Sample at = distances_.at(X);
    const Eigen::Vector3d on_skin =
        X - at.distance * at.gradient / std::max(at.gradient.norm(), shortest_gradient);
    const auto weights = [&](int t) {
        return nearest_in_triangle(on_skin, corner(t, 0), corner(t, 1), corner(t, 2));
    };
    const auto point = [&](int t, const Eigen::Vector3d& w) -> Eigen::Vector3d {
        return w[0] * corner(t, 0) + w[1] * corner(t, 1) + w[2] * corner(t, 2);
    };
    const auto distance2 = [&](int t) { return (point(t, weights(t)) - on_skin).squaredNorm(); };
    // It is there already, but for what the level set rounds.
    const double near = 0.25 * distances_.voxel();
    int nearest = triangles_.nearest(on_skin, distance2, near * near).first;
    if (nearest < 0) nearest = triangles_.nearest(on_skin, distance2).first;
    return {nearest, weights(nearest)};
}

double RestSkin::mean_edge(const Body& body) {
    double sum = 0;
    const auto& triangles = body.skin.triangles;
    for (Eigen::Index t = 0; t < triangles.cols(); ++t)
        for (int c = 0; c < 3; ++c)
            sum += (body.mesh.positions.col(triangles(c, t)) -
                    body.mesh.positions.col(triangles((c + 1) % 3, t)))
                       .norm();
    return sum / (3.0 * double(triangles.cols()));
}

double RestSkin::fine_voxel(const Body& body) {
    constexpr double most = 4e6;
    const double edge = mean_edge(body), voxel = 0.1 * edge;
    const double n = n_voxels(body, voxel);
    return n < most ? voxel : std::min(voxel * std::cbrt(n / most), 0.5 * edge);
}

double RestSkin::n_voxels(const Body& body, double voxel) {
    return LevelSet::n_voxels(surface_of(body), voxel);
}

}  // namespace sinew
