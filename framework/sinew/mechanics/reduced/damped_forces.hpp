/// Internal forces in a subspace, with damping by their stiffness.
#pragma once

#include <memory>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/math/psd_projection.hpp>

namespace sinew {

/// f(q) + beta K_d q', where K_d is the stiffness where the step began: the tangent is complete.
/// PSD-projected, K_d has no negative eigenvalue, and damping never feeds energy in.
class DampedForces {
public:
    /// `model`: the forces without damping. Vectors q, v and f have r numbers.
    explicit DampedForces(std::unique_ptr<ReducedForces> model) : model_(std::move(model)) {}

    /// The forces without damping.
    ReducedForces& model() const { return *model_; }
    /// Sets beta [s] and the definiteness of K_d.
    void set_damping(const Rayleigh& damping);
    /// Drops the stiffness matrices that are kept: the forces have changed.
    void forget() { is_K_known_ = is_K_d_known_ = false; }
    /// Begins a step at q: from now on K_d is the stiffness there.
    void begin_step(const Eigen::Ref<const Vector>& q);
    /// Reduced coordinates q at the start of the step, r numbers.
    const Vector& step_start() const { return step_q_; }

    /// f := f(q) + beta K_d v. The event may be one of q, or of where the step began.
    Event forces(const Vector& q, const Eigen::Ref<const Vector>& v, Vector& f);
    /// f as of `forces`, and A := stiffness K(q) + damping beta K_d, r x r.
    Event forces_and_tangent(const Vector& q, const Eigen::Ref<const Vector>& v, double stiffness,
                             double damping, Definiteness definiteness, Vector& f,
                             Eigen::MatrixXd& A);
    /// beta v'K_d v / 2 [W]; infinite where there is no K_d.
    double dissipation(const Eigen::Ref<const Vector>& v);
    /// The largest eigenvalue of K(q) [1/s^2]; infinite where there is none.
    double largest_eigenvalue(const Vector& q);

private:
    Event find_damping_stiffness();
    void add_damping(const Eigen::Ref<const Vector>& v, Vector& f);

    std::unique_ptr<ReducedForces> model_;
    double beta_ = 0;
    Definiteness of_damping_ = Definiteness::psd_projected;
    Vector step_q_;        ///< where the step began
    Eigen::MatrixXd K_d_;  ///< there
    PsdProjection psd_projection_;
    bool is_K_d_known_ = false;
    Vector known_q_;  ///< of the last exact stiffness
    Eigen::MatrixXd K_;
    bool is_K_known_ = false;
    Vector unused_, work_;
};

}  // namespace sinew
