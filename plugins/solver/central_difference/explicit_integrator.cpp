#include "explicit_integrator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/stop_signal.hpp>

namespace sinew {

ExplicitIntegrator::ExplicitIntegrator(System& system, const Rayleigh& damping, double safety,
                                       int most_substeps)
    : system_(system),
      explicit_(*system.explicit_dynamics()),
      damping_(damping),
      safety_(safety),
      most_substeps_(most_substeps) {
    system_.dynamics()->set_damping(damping);
    explicit_.lump_kinetic_energy();
}

/// With x'Cx <= c x'Mx for what else than stiffness damps, 4 M - 2 h D - h^2 K is positive as long
/// as 4 - 2 h (c + beta omega^2) - h^2 omega^2 is.
double ExplicitIntegrator::stable_step(double omega) {
    const double rate = damping_.mass + explicit_.damping_rate(state_.q, state_.v) +
                        damping_.stiffness * omega * omega;
    // The root of the above, without the difference of large numbers.
    return 4 / (rate + std::sqrt(rate * rate + 4 * omega * omega));
}

/// Prescribed degrees of freedom are where they have to be.
void ExplicitIntegrator::hold() {
    const Prescribed& prescribed = system_.prescribed();
    for (std::size_t k = 0; k < prescribed.dofs.size(); ++k) {
        const Index i = prescribed.dofs[k], j = static_cast<Index>(k);
        state_.q[i] = prescribed.q[j];
        state_.v[i] = prescribed.v[j];
        state_.a[i] = prescribed.a[j];
    }
}

Event ExplicitIntegrator::find_acceleration(const Vector& v) {
    system_.forces(state_.q, v, forces_);
    if (forces_.event) return forces_.event;
    state_.a = (forces_.external - forces_.internal).cwiseQuotient(mass_);
    if (!state_.a.allFinite())
        return {Event::Kind::not_finite, system_.name(), -1, "the accelerations"};
    return {};
}

void ExplicitIntegrator::begin(double t) {
    mass_ = explicit_.lumped_mass();
    state_ = system_.initial();
    system_.move_to(t);
    state_.a.setZero(state_.q.size());
    hold();
    if (Event event = find_acceleration(state_.v))
        throw ComputationError(
            fmt::format("the initial state cannot be evaluated: {}", event.describe()),
            "look at the mesh and the initial displacement of the body");
    commit(t);
}

/// Forces are those of the last evaluation.
void ExplicitIntegrator::commit(double t) {
    hold();
    const std::vector<Index>& constrained = system_.prescribed().dofs;
    const Vector unbalanced = mass_.cwiseProduct(state_.a) + forces_.internal - forces_.external;
    Vector reactions = Vector::Zero(system_.size());
    reactions(constrained) = unbalanced(constrained);
    system_.commit(state_, t, reactions);
}

/// One substep of length h [s] of a step that has begun.
Event ExplicitIntegrator::substep(double h, double t_end) {
    const Vector a0 = state_.a, v0 = state_.v;
    // Damping at the velocity of half a step ago: at that of the end, which would be of second
    // order, stiff damping is unstable within the stable step.
    const Vector predicted = v0 + 0.5 * h * a0;
    system_.advance(state_.q, h * v0 + 0.5 * h * h * a0);
    system_.move_to(t_end);
    hold();
    if (Event event = find_acceleration(predicted)) return event;
    state_.v = v0 + 0.5 * h * (a0 + state_.a);
    commit(t_end);
    ++n_substeps_;
    return {};
}

/// The first time that a step is of so many substeps that a user will wonder what takes so long.
void ExplicitIntegrator::tell_of_substeps(double n, double step) {
    constexpr double many = 1000;
    if (n < many || has_reported_) return;
    has_reported_ = true;
    log_note(
        fmt::format("solver/central_difference of {}: a step of {:.3g} s takes {:.0f} substeps, "
                    "since {:.3g} s is what is stable; an implicit solver may be faster",
                    system_.name(), step, n, last_stable_));
}

/// Substeps of one length as long as their stable length stays, which friction may change, and new
/// degrees of freedom too: a substep that has become too long for them begins again.
void ExplicitIntegrator::step(double t0, double t1) {
    double omega = explicit_.highest_frequency(state_.q);
    const State before = state_;
    Archive memory;
    system_.save(memory, "system");
    const auto return_to_start = [&, n_substeps = n_substeps_] {
        state_ = before;
        system_.restore(memory, "system");
        system_.move_to(t0);
        mass_ = explicit_.lumped_mass();
        n_substeps_ = n_substeps;
    };
    try {
        double t = t0;
        for (int done = 0; t < t1;) {
            last_stable_ = stable_step(omega);
            const double left =
                std::max(1.0, std::ceil((t1 - t) / (safety_ * last_stable_) - 1e-9));
            if (!(done + left <= most_substeps_))
                throw ComputationError(
                    fmt::format(
                        "the step of {:.3g} s at time {:.6g} s needs {:.3g} substeps (stable "
                        "step {:.3g} s), more than max_substeps = {}",
                        t1 - t0, t0, done + left, last_stable_, most_substeps_),
                    "use an implicit solver, a coarser mesh or a softer material, less friction or "
                    "a "
                    "larger stick_speed, or raise max_substeps");
            tell_of_substeps(left, t1 - t0);
            const double end = left == 1 ? t1 : t + (t1 - t) / left;
            if (system_.begin_step(state_, t, end - t)) {
                mass_ = explicit_.lumped_mass();
                omega = explicit_.highest_frequency(state_.q);
                if (end - t > safety_ * stable_step(omega)) continue;
            }
            leave_if_stopped();
            if (const Event event = substep(end - t, end))
                throw ComputationError(
                    fmt::format(
                        "the explicit step to time {:.6g} s failed (substep {} of {:.0f}): {}", end,
                        done + 1, done + left, event.describe()),
                    "lower safety or time.step, soften the contact penalty, or use an implicit "
                    "solver");
            t = end;
            ++done;
        }
    } catch (const std::exception&) {  // a signal, or what moves in time cannot
        return_to_start();
        throw;
    }
    ++n_steps_;
}

void ExplicitIntegrator::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/q", state_.q);
    archive.put(prefix + "/v", state_.v);
    archive.put(prefix + "/a", state_.a);
    system_.save(archive, prefix + "/system");
}

void ExplicitIntegrator::restore(const Archive& archive, const std::string& prefix, double t) {
    system_.restore(archive, prefix + "/system");
    system_.move_to(t);
    mass_ = explicit_.lumped_mass();
    const Index n = system_.size();
    state_.q = archive.vector(prefix + "/q", n);
    state_.v = archive.vector(prefix + "/v", n);
    state_.a = archive.vector(prefix + "/a", n);
}

void ExplicitIntegrator::report(nlohmann::json& report) const {
    report["steps"] = n_steps_;
    report["substeps"] = n_substeps_;
    report["stable_step"] = last_stable_;
}

}  // namespace sinew
