/// Rigid bodies of prescribed motion, by their signed distance.
#pragma once

#include <functional>
#include <sinew/mechanics/coupling/obstacle_params.hpp>
#include <sinew/mechanics/coupling/obstacle_surface.hpp>

namespace sinew {

/// Signed distance from a solid, negative inside [m], and its gradient in the world.
struct SignedDistance {
    double distance = 0;
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();
};

/// A solid at one time: its distance from points of the world. May be called by several threads.
using SolidAtTime = std::function<SignedDistance(const Eigen::Vector3d& x)>;

/// A solid in motion.
struct KinematicSolid {
    std::function<SolidAtTime(double t)> at;  ///< where it is at t [s]
    ObstacleSurface shown;
};

/// Builds the `index`-th obstacle of the parameter `obstacles`: planes and spheres by their closed
/// forms, surfaces by a level set on voxels of edge `voxel` [m] (an eightieth of their longest side
/// if absent). `box`: of the bodies that may touch it [m]. InputErrors as of ObstacleReader, and
/// where voxels are too many or too coarse.
KinematicSolid make_solid(const ObstacleParams& params, std::optional<double> voxel,
                          std::size_t index, const Eigen::AlignedBox3d& box, BuildContext& context);

}  // namespace sinew
