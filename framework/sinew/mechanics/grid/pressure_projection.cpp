#include "pressure_projection.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

PressureProjection::PressureProjection(const Grid& grid, PressureMethod method, double tolerance,
                                       int max_iterations)
    : operator_(grid),
      method_(method),
      tolerance_(tolerance),
      max_iterations_(max_iterations),
      multigrid_(tolerance < 0.005),
      p_(Vector::Zero(grid.centres().size())),
      b_(p_) {}

void PressureProjection::set(const Vector& masses, const NodeConditions& conditions) {
    operator_.set_masses(masses, conditions);
    if (method_ == PressureMethod::multigrid)
        multigrid_.prepare(operator_);
    else
        inverse_diagonal_ =
            operator_.diagonal().unaryExpr([](double d) { return d > 0 ? 1 / d : 0.0; });
    find_unreachable(conditions);
}

void PressureProjection::find_unreachable(const NodeConditions& conditions) {
    constexpr double close = 1e-6;
    constexpr int enough = 50, enough_plain = 100;
    operator_.divergence(conditions.velocity, divergence_);
    b_.setZero();
    Vector p = Vector::Zero(p_.size());
    if (solve(divergence_, p, close, enough).converged) return;
    operator_.apply(p, b_);
    b_ = divergence_ - b_;
    // The preconditioner decided which part was left; without one it is the least.
    p.setZero();
    residuals_.solve([this](const Vector& x, Vector& y) { operator_.apply(x, y); },
                     [](const Vector& r, Vector& z) { z = r; }, Vector(b_), p, close, enough_plain);
    operator_.apply(p, divergence_);
    b_ -= divergence_;
}

ConjugateResiduals::Outcome PressureProjection::project(VectorField& v) {
    operator_.divergence(v, divergence_);
    divergence_ -= b_;
    const ConjugateResiduals::Outcome outcome = solve(divergence_, p_, tolerance_, max_iterations_);
    operator_.correct(p_, v);
    return outcome;
}

ConjugateResiduals::Outcome PressureProjection::solve(const Vector& b, Vector& p, double tolerance,
                                                      int max_iterations) {
    const auto apply = [this](const Vector& x, Vector& y) { operator_.apply(x, y); };
    if (method_ == PressureMethod::multigrid)
        return residuals_.solve(
            apply, [this](const Vector& r, Vector& z) { multigrid_.apply(r, z); }, b, p, tolerance,
            max_iterations);
    const auto jacobi = [this](const Vector& r, Vector& z) {
        z = inverse_diagonal_.cwiseProduct(r);
    };
    return residuals_.solve(apply, jacobi, b, p, tolerance, max_iterations);
}

Vector filtered(const Vector& pressures, const Grid& grid) {
    const Lattice cells = grid.centres();
    Vector from = pressures, to(pressures.size());
    for (int axis = 0; axis < 3; ++axis) {
        const Index n = cells.count[std::size_t(axis)], stride = cells.stride(axis);
        if (n == 1) continue;
        parallel_for(cells.size(), [&](Index c) {
            const Index place = c / stride % n;
            const double before = from[place > 0 ? c - stride : c];
            const double after = from[place + 1 < n ? c + stride : c];
            to[c] = from[c] / 2 + (before + after) / 4;
        });
        from.swap(to);
    }
    return from;
}

}  // namespace sinew
