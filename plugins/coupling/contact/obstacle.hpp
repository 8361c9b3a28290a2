/// Obstacles that bodies may not pass, as bodies of the scene and parts of its collision surface.
#pragma once

#include <memory>
#include <sinew/mechanics/contact/collision_surface.hpp>
#include <sinew/mechanics/coupling/obstacle_params.hpp>
#include <sinew/mechanics/coupling/obstacle_surface.hpp>

#include "kinematic_body.hpp"

namespace sinew {

/// An obstacle of a coupling: a body of prescribed motion, and its surface.
struct Obstacle {
    std::unique_ptr<KinematicBody> body;
    SurfacePart part;
    ObstacleSurface shown;
};

/// Builds the `index`-th obstacle of the parameter `obstacles`; its body counts as `number` along
/// Coupling::bodies. `box`: of the bodies that may touch it [m]. InputErrors as of ObstacleReader.
Obstacle make_obstacle(const ObstacleParams& params, std::size_t index, int number,
                       const Eigen::AlignedBox3d& box, BuildContext& context);

}  // namespace sinew
