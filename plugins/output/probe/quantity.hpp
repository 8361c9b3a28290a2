/// Motion and forces at a probe's targets.
#pragma once

#include <array>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/model/results.hpp>

#include "target.hpp"

namespace sinew::probe {

/// Motion and forces; stresses and strains are StrainQuantity. Secondary: the displacement from the
/// shape in which the body is free of stress, which a rig may move.
enum class MotionQuantity { displacement, secondary, position, velocity, reaction };

const char* unit_of(MotionQuantity quantity);

/// Values of all nodes, as far as they are asked for.
struct NodalValues {
    Points reactions;       ///< [N]
    Points rest_positions;  ///< where they are free of stress [m]
};

/// Its value at a target, in the world.
Eigen::Vector3d value_of(MotionQuantity quantity, const Target& target, const BodyResults& results,
                         const NodalValues& nodes);

}  // namespace sinew::probe

namespace sinew {

template <>
struct EnumNames<probe::MotionQuantity> {
    static constexpr std::array names{
        std::pair{"displacement", probe::MotionQuantity::displacement},
        std::pair{"secondary", probe::MotionQuantity::secondary},
        std::pair{"position", probe::MotionQuantity::position},
        std::pair{"velocity", probe::MotionQuantity::velocity},
        std::pair{"reaction", probe::MotionQuantity::reaction}};
};

}  // namespace sinew
