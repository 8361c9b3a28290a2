#include "compliance.hpp"

#include <sinew/mechanics/linear/conjugate_gradient.hpp>
#include <sinew/mechanics/linear/preconditioners.hpp>
#include <sinew/mechanics/model/nodal_frame_tangent.hpp>

namespace sinew::view {

double compliance(BodySystem& system, const MaterialPoint& point, double duration) {
    constexpr double tolerance = 1e-2;
    constexpr int most_iterations = 5000;
    const State& state = system.committed_state();
    FixedMask fixed;
    fixed.fixed.assign(std::size_t(system.size()), 0);
    for (const Index i : system.prescribed().dofs) fixed.fixed[std::size_t(i)] = 1;
    const TangentWeights weights{1 / (duration * duration), 0, 1};
    const NodalFrames& frames = system.prescribed().frames;
    const NodalFrameTangent A(
        system.tangent(state.q, state.v, weights, Definiteness::psd_projected, nullptr), frames);
    const std::unique_ptr<Preconditioner> P = jacobi(A, fixed);
    ConjugateGradient solver;
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        Vector f = Vector::Zero(system.size()), x = f;
        system.add_point_force(point, Eigen::Vector3d::Unit(k), state.q, f);
        to_nodal_axes(frames, f);
        for (std::size_t i = 0; i < fixed.fixed.size(); ++i)
            if (fixed.fixed[i]) f(Index(i)) = 0;
        if (f.isZero(0)) continue;
        solver.solve(A, fixed.fixed, *P, f, x, tolerance, most_iterations);
        sum += f.dot(x);
    }
    return sum / 3;
}

}  // namespace sinew::view
