#include <cmath>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/subspace/damped_forces.hpp>

namespace sinew {

void DampedForces::begin_step(const Eigen::Ref<const Vector>& q) {
    if (beta_ == 0) return;
    step_q_ = q;
    is_K_plus_known_ = false;
}

/// The first iterate of a step is often where the step began: its stiffness is at hand.
void DampedForces::find_damping_stiffness() {
    if (is_K_plus_known_) return;
    if (!is_K_known_ || known_q_ != step_q_) {
        const Event event = model_->forces_and_stiffness(step_q_, Definiteness::exact, unused_, K_);
        SINEW_ASSERT(!event, "a step began where {}", event.describe());
        known_q_ = step_q_;
        is_K_known_ = true;
    }
    K_plus_ = K_;
    definiteness_.compute(K_);
    if (definiteness_.info() != Eigen::Success) {
        const SymmetricDecomposition eigen = symmetric_decomposition(K_);
        K_plus_ =
            eigen.vectors * eigen.values.cwiseMax(0.0).asDiagonal() * eigen.vectors.transpose();
    }
    is_K_plus_known_ = true;
}

Event DampedForces::forces(const Vector& q, const Eigen::Ref<const Vector>& v, Vector& f) {
    if (Event event = model_->forces(q, f)) return event;
    if (beta_ != 0) {
        find_damping_stiffness();
        f.noalias() += beta_ * (K_plus_ * v);
    }
    return {};
}

Event DampedForces::forces_and_tangent(const Vector& q, const Eigen::Ref<const Vector>& v,
                                       double stiffness, double damping, Definiteness definiteness,
                                       Vector& f, Eigen::MatrixXd& A) {
    if (definiteness == Definiteness::exact) {
        is_K_known_ = false;
        if (Event event = model_->forces_and_stiffness(q, definiteness, f, K_)) return event;
        known_q_ = q;
        is_K_known_ = true;
        A = stiffness * K_;
    } else {
        if (Event event = model_->forces_and_stiffness(q, definiteness, f, A)) return event;
        A *= stiffness;
    }
    if (beta_ != 0) {
        find_damping_stiffness();
        f.noalias() += beta_ * (K_plus_ * v);
        if (damping != 0) A += damping * beta_ * K_plus_;
    }
    return {};
}

double DampedForces::dissipation(const Eigen::Ref<const Vector>& v) {
    if (beta_ == 0) return 0;
    find_damping_stiffness();
    return 0.5 * beta_ * v.dot(K_plus_ * v);
}

double DampedForces::largest_eigenvalue(const Vector& q) {
    Eigen::MatrixXd K;
    if (model_->forces_and_stiffness(q, Definiteness::exact, unused_, K))
        return std::numeric_limits<double>::infinity();
    return std::max(symmetric_eigenvalues(K).maxCoeff(), 0.0);
}

}  // namespace sinew
