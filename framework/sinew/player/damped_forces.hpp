/// Internal forces in a subspace, with damping by their stiffness.
#pragma once

#include <sinew/mechanics/math/psd_projection.hpp>
#include <sinew/player/forces.hpp>

namespace sinew::player {

/// Rayleigh damping alpha M + beta K_d.
struct Damping {
    double mass = 0;       ///< alpha [1/s]
    double stiffness = 0;  ///< beta [s]
    /// Definiteness of K_d.
    Definiteness definiteness = Definiteness::psd_projected;
};

/// f(q) + beta K_d q', where K_d is the stiffness where the step began: the tangent is complete.
/// PSD-projected, K_d has no negative eigenvalue, and damping never feeds energy in.
class DampedForces {
public:
    /// `model`: the forces without damping, which must outlive this. Vectors q, v and f have r
    /// numbers.
    explicit DampedForces(Forces& model) : model_(model) {}

    /// Sets beta [s] and the definiteness of K_d.
    void set_damping(const Damping& damping);
    /// Drops the stiffness matrices that are kept: the forces have changed.
    void forget() { is_K_known_ = is_K_d_known_ = false; }
    /// Begins a step at q: from now on K_d is the stiffness there.
    void begin_step(const Eigen::Ref<const Vector>& q);
    /// Reduced coordinates q at the start of the step, r numbers.
    const Vector& step_start() const { return step_q_; }

    /// f := f(q) + beta K_d v. The failure may be one of q, or of where the step began.
    Failure forces(const Vector& q, const Eigen::Ref<const Vector>& v, Vector& f);
    /// f as of `forces`, and A := stiffness K(q) + damping beta K_d, r x r.
    Failure forces_and_tangent(const Vector& q, const Eigen::Ref<const Vector>& v, double stiffness,
                               double damping, Definiteness definiteness, Vector& f,
                               Eigen::MatrixXd& A);
    /// beta v'K_d v / 2 [W]; infinite where there is no K_d.
    double dissipation(const Eigen::Ref<const Vector>& v);

private:
    Failure find_damping_stiffness();
    void add_damping(const Eigen::Ref<const Vector>& v, Vector& f);

    Forces& model_;
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

}  // namespace sinew::player
