#include <algorithm>
#include <cmath>
#include <sinew/player/semi_implicit_step.hpp>
#include <utility>

namespace sinew::player {

SemiImplicitStep::SemiImplicitStep(Index r, Forces& forces, const Damping& damping,
                                   const Scheme& scheme, const Iterations& iterations)
    : elastic_(forces),
      damping_(damping),
      scheme_(scheme),
      iterations_(iterations),
      unused_(r),
      rhs_(r),
      dq_(r) {
    elastic_.set_damping(damping);
    cholesky_.compute(Eigen::MatrixXd::Identity(r, r));  // makes room
}

void SemiImplicitStep::begin(const Vector& q) {
    elastic_.forget();
    elastic_.begin_step(q);
}

Failure SemiImplicitStep::take(double dt, const Vector& external, Motion& motion) {
    elastic_.begin_step(motion.q);
    at_.q = motion.q;
    const Rates rates =
        scheme_.kind == Scheme::Kind::newmark
            ? start_newmark(scheme_.beta, scheme_.gamma, dt, motion.v, motion.a, at_.v, at_.a)
            : start_euler(dt, motion.v, at_.v, at_.a);
    if (const Failure failure = solve(rates, external)) return failure;
    std::swap(at_, motion);
    return {};
}

Failure SemiImplicitStep::internal_forces(const Motion& at, Vector& f) {
    if (const Failure failure = elastic_.forces(at.q, at.v, f)) return failure;
    add_mass_damping(at.v, f);
    return {};
}

void SemiImplicitStep::add_mass_damping(const Vector& v, Vector& f) {
    if (damping_.mass == 0) return;
    if (mass_) multiply(*mass_, v, inertia_);
    player::add_mass_damping(damping_.mass, mass_ ? inertia_ : v, f);
}

/// The loop of mechanics/solve/newton.cpp, where iterations are given and no line search is asked
/// for: the last increment is taken as it comes, those before must be admissible.
Failure SemiImplicitStep::solve(const Rates& rates, const Vector& external) {
    if (const Failure failure = evaluate_tangent(rates, Definiteness::exact, internal_))
        return failure;
    if (const Failure failure = find_residual(external)) return failure;
    // Positions carry round-off of their own size, which stiffness turns into forces.
    noise_ = 2e-16 * tangent_.diagonal().norm() * iterations_.length_scale;
    for (int n = 0; n < iterations_.number && !converged(n == 0); ++n) {
        if (n > 0) {
            if (const Failure failure = evaluate_tangent(rates, Definiteness::exact, unused_))
                return failure;
        }
        if (const Failure failure = find_direction(rates)) return failure;
        at_.q += dq_;
        move_rates(rates, dq_, at_.v, at_.a);
        if (n + 1 < iterations_.number)
            if (const Failure failure = evaluate(external)) return failure;
    }
    return {};
}

Failure SemiImplicitStep::evaluate(const Vector& external) {
    if (const Failure failure = internal_forces(at_, internal_)) return failure;
    return find_residual(external);
}

Failure SemiImplicitStep::evaluate_tangent(const Rates& rates, Definiteness definiteness,
                                           Vector& internal) {
    if (const Failure failure = elastic_.forces_and_tangent(at_.q, at_.v, 1, rates.c_v,
                                                            definiteness, internal, tangent_))
        return failure;
    add_mass_damping(at_.v, internal);
    const double mass = mass_weight(rates.c_a, rates.c_v, damping_.mass);
    if (mass_)
        add_scaled(mass, *mass_, tangent_);
    else
        tangent_.diagonal().array() += mass;
    return {};
}

Failure SemiImplicitStep::find_residual(const Vector& external) {
    if (mass_) multiply(*mass_, at_.a, inertia_);
    const Vector& inertia = mass_ ? inertia_ : at_.a;
    set_residual(internal_, external, inertia, residual_);
    norm_ = residual_.norm();
    reference_ = std::sqrt(
        std::max({internal_.squaredNorm(), external.squaredNorm(), inertia.squaredNorm()}));
    if (!std::isfinite(norm_)) return {Failure::Kind::not_finite};
    return {};
}

double SemiImplicitStep::floor() const {
    return std::max(iterations_.absolute_tolerance * iterations_.force_scale, noise_);
}

/// The start is judged by the forces alone, so that a small load gets its small displacement.
bool SemiImplicitStep::converged(bool is_start) const {
    const double goal = iterations_.tolerance * reference_;
    return norm_ <= (is_start ? goal : std::max(goal, floor()));
}

/// By the exact tangent if it is definite, else by its PSD projection.
Failure SemiImplicitStep::find_direction(const Rates& rates) {
    const Failure failure = find_direction();
    if (failure.kind != Failure::Kind::not_definite) return failure;
    if (const Failure other = evaluate_tangent(rates, Definiteness::psd_projected, unused_))
        return other;
    return find_direction();
}

Failure SemiImplicitStep::find_direction() {
    if (!cholesky_.compute(tangent_)) {
        if (!tangent_.allFinite()) return {Failure::Kind::not_finite};
        return {Failure::Kind::not_definite};
    }
    if (cholesky_.is_singular()) return {Failure::Kind::not_definite};
    rhs_ = -residual_;
    dq_ = rhs_;
    cholesky_.solve_in_place(dq_);
    if (!dq_.allFinite()) return {Failure::Kind::not_finite};
    if (dq_.dot(rhs_) < 0) return {Failure::Kind::not_definite};
    return {};
}

}  // namespace sinew::player
