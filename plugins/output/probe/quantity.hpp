/// Motion and forces at a probe's targets.
#pragma once

#include <array>
#include <sinew/kernel/params/params.hpp>
#include <sinew/mechanics/model/results.hpp>

#include "target.hpp"

namespace sinew::probe {

/// Motion and forces; stresses and strains are StrainQuantity.
enum class MotionQuantity { displacement, position, velocity, reaction };

const char* unit_of(MotionQuantity quantity);

/// Its value at a target, in the world. `reactions`: of the nodes, if any are asked for [N].
Eigen::Vector3d value_of(MotionQuantity quantity, const Target& target, const BodyResults& results,
                         const Points& reactions);

}  // namespace sinew::probe

namespace sinew {

template <>
struct EnumNames<probe::MotionQuantity> {
    static constexpr std::array names{
        std::pair{"displacement", probe::MotionQuantity::displacement},
        std::pair{"position", probe::MotionQuantity::position},
        std::pair{"velocity", probe::MotionQuantity::velocity},
        std::pair{"reaction", probe::MotionQuantity::reaction}};
};

}  // namespace sinew
