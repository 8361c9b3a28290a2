/// A sequence of static equilibria, one at each time of the clock:
///
///     f_int(q, t) = f_ext(q, t)
///
/// by Newton's method. Where a load increment is too large it is cut at times in between; a load
/// that jumps is ramped. Every body must be constrained. Friction takes the increments of a step
/// over its length for speeds, and does not act in the first equilibrium.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/solver/implicit_solver.hpp>
#include <sinew/mechanics/solver/refusals.hpp>

namespace sinew {

class Static final : public ImplicitSolver {
public:
    static constexpr std::array refusals{refuses_asymmetry, refuses_unsolved_steps,
                                         refuses_solved_steps};

    struct Params : ImplicitParams {
        static constexpr auto fields = std::tuple{
            implicit_linear,
            field("newton", &Params::newton, "Newton's method"),
            field("max_cutbacks", &Params::max_cutbacks, from_to(0, 20),
                  "How often a load increment that fails is halved before the run gives up")
                .formerly("max_cuts"),
        };
    };
    Static(const Params& params, BuildContext& context)
        : ImplicitSolver(context, TimeScheme::statics(), params, {}, false) {}
};

}  // namespace sinew

SINEW_PLUGIN(sinew::Static, "solver/static", "A sequence of static equilibria")
