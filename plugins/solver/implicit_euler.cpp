/// Backward Euler: of first order, damps what is fast, and survives almost anything.
///
///     q1 = q0 + dt v1,    v1 = v0 + dt M^-1 (f_ext - f_int - D v)(q1, v1)

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/solver/implicit_solver.hpp>
#include <sinew/mechanics/solver/refusals.hpp>

namespace sinew {

class ImplicitEuler final : public ImplicitSolver {
public:
    static constexpr std::array refusals{refuses_asymmetry, Reduction::without_mass,
                                         refuses_unsolved_steps, refuses_solved_steps};
    struct Params : ImplicitMotionParams {
        static constexpr auto fields = std::tuple{
            motion_damping, implicit_linear, motion_newton, motion_max_cutbacks, motion_realtime,
        };
    };
    ImplicitEuler(const Params& params, BuildContext& context)
        : ImplicitSolver(context, TimeScheme::implicit_euler(), params, params.damping.rayleigh(),
                         params.realtime) {}
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ImplicitEuler, "solver/implicit_euler", "Backward Euler steps")
