/// Surfaces of obstacles as outputs show them. What bodies touch is theirs alone: a coupling's own
/// description may be exact where this is triangles.
#pragma once

#include <functional>
#include <sinew/mechanics/coupling/solid_motion.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>

namespace sinew {

/// Triangles of prescribed motion.
class ObstacleSurface {
public:
    /// A square of the plane through `point` with that unit normal. It is twice as wide as the
    /// diagonal of the box of what may touch it, and next to the box's centre.
    static ObstacleSurface plane(std::string name, const Varying<Eigen::Vector3d>& point,
                                 const Eigen::Vector3d& normal, const Eigen::AlignedBox3d& box);
    /// A sphere, with vertices on it.
    static ObstacleSurface sphere(std::string name, const Varying<Eigen::Vector3d>& center,
                                  double radius);
    /// A rigid surface in motion.
    static ObstacleSurface rigid(std::string name, SurfaceMesh surface, const SolidMotion& motion);

    const std::string& name() const { return name_; }
    /// 3 x n, counter-clockwise seen from outside.
    const Eigen::MatrixXi& triangles() const { return triangles_; }
    /// Positions of the vertices at t [s], 3 x n [m].
    Points at(double t) const { return at_(t); }

private:
    using Motion = std::function<Points(double t)>;

    ObstacleSurface(std::string name, Eigen::MatrixXi triangles, Motion at)
        : name_(std::move(name)), triangles_(std::move(triangles)), at_(std::move(at)) {}

    std::string name_;
    Eigen::MatrixXi triangles_;
    Motion at_;
};

}  // namespace sinew
