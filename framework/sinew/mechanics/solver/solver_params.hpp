/// Parameters that solvers share.
#pragma once

#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/solve/newton.hpp>

namespace sinew {

template <>
struct EnumNames<Definiteness> {
    static constexpr std::array names{std::pair{"psd_projected", Definiteness::psd_projected},
                                      std::pair{"exact", Definiteness::exact}};
    static constexpr std::array former{std::pair{"clamped", "psd_projected"}};
};

/// Rayleigh damping, D = mass M + stiffness K.
struct DampingParams {
    double mass = 0;
    double stiffness = 0;
    Definiteness tangent = Definiteness::psd_projected;
    static constexpr auto fields = std::tuple{
        field("mass", &DampingParams::mass, unit::per_s, non_negative,
              "Share of the mass matrix in the damping matrix: slows all motion, rigid too"),
        field("stiffness", &DampingParams::stiffness, unit::s, non_negative,
              "Share of the stiffness matrix: slows fast vibrations most"),
        field("tangent", &DampingParams::tangent,
              "Which stiffness matrix, of where a step begins: psd_projected has no negative "
              "eigenvalues, "
              "so that damping never feeds energy in; exact is the derivative of the forces, which "
              "a buckled body is driven by, and the same whether a body is in a subspace or not"),
    };
    /// The damping of a System by these parameters.
    Rayleigh rayleigh() const { return {mass, stiffness, tangent}; }
};

/// Refuses a choice of stiffness by which nothing is damped.
inline void check_damping(BuildContext& context, const Rayleigh& damping) {
    if (damping.definiteness == Definiteness::exact && damping.stiffness == 0)
        context.fail(context.at("damping.tangent"),
                     "`damping` says by which `tangent`, but its `stiffness` is 0",
                     "give damping.stiffness a share [s], or leave `tangent` out");
}

/// Common parameters of implicit and static solvers.
struct ImplicitParams {
    PluginSlot<LinearSolver> linear{"cholesky"};
    NewtonOptions newton;
    int max_cutbacks = 10;
};

/// Parameters of implicit solvers that step through time.
struct ImplicitMotionParams : ImplicitParams {
    DampingParams damping;
    bool realtime = false;
};

inline constexpr auto motion_damping =
    field("damping", &ImplicitMotionParams::damping, "Rayleigh damping");
inline constexpr auto implicit_linear =
    field("linear", &ImplicitParams::linear,
          "Solver of the linear systems. If absent: dense where all bodies are in subspaces; "
          "multigrid from "
          "60,000 degrees of freedom on, where all bodies are in full space; else cholesky");
inline constexpr auto motion_newton =
    field("newton", &ImplicitParams::newton, "Newton's method; iterations: 1 is semi-implicit");
inline constexpr const char* realtime_meaning =
    "Keep each step to the clock on the wall; run.json then counts the deadlines missed";
inline constexpr auto motion_realtime =
    field("realtime", &ImplicitMotionParams::realtime, realtime_meaning);
inline constexpr auto motion_max_cutbacks =
    field("max_cutbacks", &ImplicitParams::max_cutbacks, from_to(0, 20),
          "How often a step that fails is halved before the run gives up")
        .formerly("max_cuts");

}  // namespace sinew
