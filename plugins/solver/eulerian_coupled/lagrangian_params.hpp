/// Parameters of bodies that keep degrees of freedom of their own in the grid.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/solver/solver_params.hpp>

namespace sinew::eulerian {

struct LagrangianParams : ImplicitMotionParams {
    std::vector<Reference> bodies;
    static constexpr auto fields = std::tuple{
        field("bodies", &LagrangianParams::bodies,
              "Nodes whose bodies are stepped by their own formulation, not as material on the "
              "grid; those with a `reduction:` are among them"),
        motion_damping,
        implicit_linear,
        motion_newton,
        motion_max_cutbacks,
    };
};

}  // namespace sinew::eulerian
