/// Newmark's family of implicit steps:
///
///     q1 = q0 + dt v0 + dt^2 ((1/2 - beta) a0 + beta a1)
///     v1 = v0 + dt ((1 - gamma) a0 + gamma a1)
///     M a1 + D v1 + f_int(q1) = f_ext(t1)
///
/// beta = 1/4, gamma = 1/2 (the default) is average acceleration: of second order, without
/// numerical damping; it keeps the energy of linear bodies exactly and that of nonlinear ones up to
/// an error of order dt^2. Bodies damped by their stiffness are followed to first order, since it
/// is that of where the step began. gamma > 1/2 damps, and is of first order; then
/// beta >= (gamma + 1/2)^2 / 4 keeps the step stable.
///
/// Newmark, A method of computation for structural dynamics, J. Eng. Mech. Div. ASCE 85, 1959.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/solver/implicit_solver.hpp>
#include <sinew/mechanics/solver/refusals.hpp>

namespace sinew {

class ImplicitNewmark final : public ImplicitSolver {
public:
    static constexpr std::array refusals{refuses_asymmetry, Reduction::without_mass,
                                         refuses_unsolved_steps, refuses_solved_steps};
    static constexpr const char* source = "Newmark 1959, J. Eng. Mech. Div. ASCE 85";

    struct Params : ImplicitMotionParams {
        double beta = 0.25;
        double gamma = 0.5;
        static constexpr auto fields = std::tuple{
            field("beta", &Params::beta, from_to(0.05, 1), "Weight of the new acceleration in q"),
            field("gamma", &Params::gamma, from_to(0.5, 1), "Weight of the new acceleration in v"),
            motion_damping,
            implicit_linear,
            motion_newton,
            motion_max_cutbacks,
            motion_realtime,
        };
    };
    ImplicitNewmark(const Params& params, BuildContext& context)
        : ImplicitSolver(context, TimeScheme::newmark(params.beta, params.gamma), params,
                         params.damping.rayleigh(), params.realtime) {
        if (params.beta < 0.25 * (params.gamma + 0.5) * (params.gamma + 0.5) - 1e-12)
            context.warn(
                "beta < (gamma + 1/2)^2 / 4: the step is stable only below a bound that "
                "the mesh sets",
                "take beta = 0.25 and gamma = 0.5, or raise beta");
    }
};

}  // namespace sinew

SINEW_PLUGIN(sinew::ImplicitNewmark, "solver/implicit_newmark",
             "Newmark steps; average acceleration by default")
