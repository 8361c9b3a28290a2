/// Explicit central differences with a lumped mass, in the form of Verlet:
///
///     q1 = q0 + h v0 + h^2/2 a0,    M a1 = f_ext - f_int(q1) - D (v0 + h/2 a0),
///     v1 = v0 + h/2 (a0 + a1)
///
/// The rule is of second order, and of first in the damping, which sees the velocity of half a step
/// ago. There are no linear solves. The stable step follows from the highest frequency of the mesh;
/// a clock step that is longer is divided into substeps, and run.json says into how many.
///
/// Belytschko, Liu & Moran, Nonlinear Finite Elements for Continua and Structures, 2000, ch. 6.2.

#include <sinew/kernel/plugin/plugin.hpp>
#include <sinew/mechanics/solver/refusals.hpp>

#include "central_difference/explicit_solver.hpp"

namespace sinew {

class CentralDifference final : public ExplicitSolver {
public:
    static constexpr std::array refusals{Reduction::without_mass, Coupling::unbounded};
    static constexpr const char* source = "Belytschko, Liu & Moran 2000, ch. 6.2";

    struct Params {
        DampingParams damping;
        double safety = 0.8;
        int max_substeps = 100000;
        bool realtime = false;
        static constexpr auto fields = std::tuple{
            field("damping", &Params::damping,
                  "Rayleigh damping (stiffness damping shortens the "
                  "stable step)"),
            field("safety", &Params::safety, between(0, 1), "Share of the stable step to use"),
            field("max_substeps", &Params::max_substeps, at_least(1),
                  "A step of the clock that needs more substeps than this is refused"),
            field("realtime", &Params::realtime, realtime_meaning),
        };
    };
    CentralDifference(const Params& params, BuildContext& context)
        : ExplicitSolver(context, params.damping.rayleigh(), params.safety, params.max_substeps,
                         params.realtime) {}
};

}  // namespace sinew

SINEW_PLUGIN(sinew::CentralDifference, "solver/central_difference",
             "Explicit central differences with a lumped mass")
