/// Internal forces in a subspace, with damping by their stiffness.
#pragma once

#include <memory>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/player/damped_forces.hpp>

namespace sinew {

/// The player's damped forces of a force model, whose failures are reported as events.
class DampedForceModel {
public:
    /// `model`: the forces without damping. Vectors q [m kg^1/2], v [m kg^1/2/s] and f [N kg^-1/2]
    /// have r numbers.
    explicit DampedForceModel(std::unique_ptr<ReducedForces> model);
    DampedForceModel(const DampedForceModel&) = delete;
    DampedForceModel& operator=(const DampedForceModel&) = delete;

    /// The forces without damping.
    ReducedForces& model() const { return *model_.model; }
    /// Sets beta [s] and the definiteness of K_d.
    void set_damping(const Rayleigh& damping);
    /// Drops the stiffness matrices that are kept: the forces have changed.
    void forget() { damped_.forget(); }
    /// Begins a step at q: from now on K_d is the stiffness there.
    void begin_step(const Eigen::Ref<const Vector>& q) { damped_.begin_step(q); }
    /// Reduced coordinates q at the start of the step, r numbers.
    const Vector& step_start() const { return damped_.step_start(); }

    /// f := f(q) + beta K_d v. The event may be one of q, or of where the step began.
    Event forces(const Vector& q, const Eigen::Ref<const Vector>& v, Vector& f);
    /// f as of `forces`, and A := stiffness K(q) + damping beta K_d, r x r.
    Event forces_and_tangent(const Vector& q, const Eigen::Ref<const Vector>& v, double stiffness,
                             double damping, Definiteness definiteness, Vector& f,
                             Eigen::MatrixXd& A);
    /// beta v'K_d v / 2 [W]; infinite where there is no K_d.
    double dissipation(const Eigen::Ref<const Vector>& v) { return damped_.dissipation(v); }
    /// The largest eigenvalue of K(q) [1/s^2]; infinite where there is none.
    double largest_eigenvalue(const Vector& q);

private:
    struct Model final : player::Forces {
        explicit Model(std::unique_ptr<ReducedForces> forces) : model(std::move(forces)) {}
        player::Failure forces(const Vector& q, Vector& f) override;
        player::Failure forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                             Eigen::MatrixXd& K) override;
        player::Failure failure(Event found);

        std::unique_ptr<ReducedForces> model;
        Event event;  ///< of the last failure
    };

    Model model_;
    player::DampedForces damped_;
};

}  // namespace sinew
