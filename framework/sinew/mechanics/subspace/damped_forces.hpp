/// Internal forces in a subspace, with damping by their stiffness.
#pragma once

#include <Eigen/Cholesky>
#include <memory>
#include <sinew/mechanics/subspace/force_model.hpp>

namespace sinew {

/// f(q) + beta K+ q', where K+ is the stiffness where the step began, its negative eigenvalues
/// raised to zero: damping never feeds energy in, and its tangent is complete.
class DampedForces {
public:
    explicit DampedForces(std::unique_ptr<ReducedForces> model) : model_(std::move(model)) {}

    ReducedForces& model() const { return *model_; }
    void set_damping(double stiffness) { beta_ = stiffness; }
    /// The forces have changed: what is known of them is no longer so.
    void forget() { is_K_known_ = is_K_plus_known_ = false; }
    /// From now on K+ is that at q.
    void begin_step(const Eigen::Ref<const Vector>& q);

    /// f := f(q) + beta K+ v.
    Event forces(const Vector& q, const Eigen::Ref<const Vector>& v, Vector& f);
    /// And A := stiffness K(q) + damping beta K+.
    Event forces_and_tangent(const Vector& q, const Eigen::Ref<const Vector>& v, double stiffness,
                             double damping, Definiteness definiteness, Vector& f,
                             Eigen::MatrixXd& A);
    /// beta v'K+ v / 2 [W].
    double dissipation(const Eigen::Ref<const Vector>& v);
    /// The largest eigenvalue of K(q) [1/s^2]; infinite where there is none.
    double largest_eigenvalue(const Vector& q);

private:
    void find_damping_stiffness();

    std::unique_ptr<ReducedForces> model_;
    double beta_ = 0;
    Vector step_q_;           ///< where the step began
    Eigen::MatrixXd K_plus_;  ///< there
    Eigen::LLT<Eigen::MatrixXd> definiteness_;
    bool is_K_plus_known_ = false;
    Vector known_q_;  ///< of the last exact stiffness
    Eigen::MatrixXd K_;
    bool is_K_known_ = false;
    Vector unused_;
};

}  // namespace sinew
