#include "pressure_projection.hpp"

#include <algorithm>
#include <cmath>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/math/inverse_of_positive.hpp>
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
    if (conditions.prescribed != prescribed_ || has_other_masses_) {
        prescribed_ = conditions.prescribed;
        operator_.set_masses(masses, conditions);
        operator_.constrain({});
        is_prepared_ = false;
        has_other_masses_ = false;
    }
    find_unreachable(conditions);
}

void PressureProjection::set_masses(const Vector& masses, const NodeConditions& conditions,
                                    std::vector<std::uint8_t> constrained) {
    operator_.set_masses(masses, conditions);
    operator_.constrain(std::move(constrained));
    if (operator_.leaves_cells_out())
        parallel_for(p_.size(), [&](Index cell) {
            if (!operator_.is_constrained(cell)) p_[cell] = 0;
        });
    is_prepared_ = false;
    has_other_masses_ = true;
}

void PressureProjection::precondition(const Vector& r, Vector& z) {
    if (!is_prepared_) {
        const Vector diagonal = operator_.diagonal();
        largest_diagonal_ = diagonal.maxCoeff();
        if (method_ == PressureMethod::multigrid)
            multigrid_.prepare(operator_);
        else
            inverse_diagonal_ = inverse_of_positive(diagonal);
        is_prepared_ = true;
    }
    if (method_ == PressureMethod::multigrid)
        multigrid_.apply(r, z);
    else
        z = inverse_diagonal_.cwiseProduct(r);
}

void PressureProjection::find_unreachable(const NodeConditions& conditions) {
    constexpr double close = 1e-6;
    constexpr int enough = 50, enough_plain = 100;
    b_.setZero();
    operator_.divergence(conditions.velocity, divergence_);
    if (divergence_.isZero(0)) return;
    Vector p = Vector::Zero(p_.size()), rest;
    if (solve(divergence_, p, close, enough).converged) return;
    operator_.apply(p, rest);
    rest = divergence_ - rest;
    // The preconditioner decided which part was left; without one it is the least.
    p.setZero();
    const auto apply = [this](const Vector& x, Vector& y) { operator_.apply(x, y); };
    const auto as_it_is = [](const Vector& r, Vector& z) { z = r; };
    residuals_.solve(apply, as_it_is, rest, p, close, enough_plain);
    operator_.apply(p, divergence_);
    rest -= divergence_;
    // What J' sees takes more iterations, and can be reached.
    operator_.apply(rest, divergence_);
    if (divergence_.norm() <= 1e-3 * largest_diagonal_ * rest.norm()) b_ = rest;
}

double PressureProjection::tolerance_for(const VectorField& v) {
    operator_.divergence(v, divergence_);
    parallel_for(b_.size(), [&](Index cell) {
        if (operator_.is_constrained(cell))
            divergence_[cell] -= b_[cell] + (wanted_.size() > 0 ? wanted_[cell] : 0);
    });
    // Below this a divergence is the round-off of velocities that have none, or of forces that
    // hold each other in balance.
    const double h = operator_.grid().spacing, n = double(divergence_.size());
    const double round_off =
        1e-14 * h * h * larger_or_nan(v.largest(), cell_velocity_) * std::sqrt(n);
    const double size = blocked_norm(divergence_);
    if (!std::isfinite(size))
        throw ComputationError("a velocity of the fluid is not a number, or endless",
                               "look at the velocities and forces that the scene prescribes");
    return size > 0 ? std::max(tolerance_, round_off / size) : tolerance_;
}

ConjugateResiduals::Outcome PressureProjection::find_pressure(const VectorField& v) {
    const double tolerance = tolerance_for(v);
    return solve(divergence_, p_, tolerance, max_iterations_);
}

VectorField PressureProjection::change() const {
    return change_by(p_);
}

VectorField PressureProjection::change_by(const Vector& p) const {
    VectorField w(operator_.grid().nodes().size());
    operator_.correct(p, w);
    for (Vector& component : w.x) component = -component;
    return w;
}

ConjugateResiduals::Outcome PressureProjection::find_pressure(
    const VectorField& v, const std::function<void(VectorField&, double)>& spread,
    const Vector& volume_stiffness) {
    const double tolerance = tolerance_for(v), volume = std::pow(operator_.grid().spacing, 3);
    constexpr double seen = 0.1;  // of what may be left, by errors of the products
    constexpr double closest = 1e-12, roughest = 0.1;
    const auto apply = [&](const Vector& p, Vector& y) {
        VectorField w = change_by(p);
        spread(w, std::clamp(seen * tolerance / residuals_.reached(), closest, roughest));
        operator_.divergence(w, y);
    };
    const auto precondition_both = [&](const Vector& r, Vector& z) {
        precondition(r, z);
        parallel_for(z.size(), [&](Index c) { z[c] += volume_stiffness[c] / volume * r[c]; });
    };
    return residuals_.solve(apply, precondition_both, divergence_, p_, tolerance, max_iterations_);
}

ConjugateResiduals::Outcome PressureProjection::solve(const Vector& b, Vector& p, double tolerance,
                                                      int max_iterations) {
    return residuals_.solve([this](const Vector& x, Vector& y) { operator_.apply(x, y); },
                            [this](const Vector& r, Vector& z) { precondition(r, z); }, b, p,
                            tolerance, max_iterations);
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
