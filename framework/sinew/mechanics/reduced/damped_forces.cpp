#include <cmath>
#include <limits>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/reduced/damped_forces.hpp>

namespace sinew {

void DampedForces::set_damping(const Rayleigh& damping) {
    beta_ = damping.stiffness;
    of_damping_ = damping.definiteness;
}

void DampedForces::begin_step(const Eigen::Ref<const Vector>& q) {
    step_q_ = q;
    is_K_d_known_ = false;
}

/// The first iterate of a step is often where the step began: its stiffness is at hand. A step that
/// follows a blind one may begin where there is none.
Event DampedForces::find_damping_stiffness() {
    if (is_K_d_known_) return {};
    if (!is_K_known_ || known_q_ != step_q_) {
        is_K_known_ = false;
        if (Event event = model_->forces_and_stiffness(step_q_, Definiteness::exact, unused_, K_))
            return event;
        known_q_ = step_q_;
        is_K_known_ = true;
    }
    K_d_ = K_;
    if (of_damping_ == Definiteness::psd_projected) psd_projection_.apply(K_d_);
    is_K_d_known_ = true;
    return {};
}

/// f += beta K_d v. (Eigen's large products take longer to start than this takes.)
void DampedForces::add_damping(const Eigen::Ref<const Vector>& v, Vector& f) {
    work_ = beta_ * v;
    f += K_d_.lazyProduct(work_);
}

Event DampedForces::forces(const Vector& q, const Eigen::Ref<const Vector>& v, Vector& f) {
    if (Event event = model_->forces(q, f)) return event;
    if (beta_ != 0) {
        if (Event event = find_damping_stiffness()) return event;
        add_damping(v, f);
    }
    return {};
}

Event DampedForces::forces_and_tangent(const Vector& q, const Eigen::Ref<const Vector>& v,
                                       double stiffness, double damping, Definiteness definiteness,
                                       Vector& f, Eigen::MatrixXd& A) {
    if (definiteness == Definiteness::exact) {
        if (beta_ != 0 && q != step_q_)  // it overwrites K_
            if (Event event = find_damping_stiffness()) return event;
        is_K_known_ = false;
        if (Event event = model_->forces_and_stiffness(q, definiteness, f, K_)) return event;
        known_q_ = q;
        is_K_known_ = true;
    } else {
        if (Event event = model_->forces_and_stiffness(q, definiteness, f, A)) return event;
        A *= stiffness;
    }
    if (beta_ != 0) {
        if (Event event = find_damping_stiffness()) return event;
        add_damping(v, f);
    }
    const double of_K_d = damping * beta_;
    if (definiteness == Definiteness::exact) {
        if (of_K_d == 0)
            A = stiffness * K_;
        else
            A = stiffness * K_ + of_K_d * K_d_;
    } else if (of_K_d != 0) {
        A += of_K_d * K_d_;
    }
    return {};
}

double DampedForces::dissipation(const Eigen::Ref<const Vector>& v) {
    if (beta_ == 0) return 0;
    if (find_damping_stiffness()) return std::numeric_limits<double>::infinity();
    return 0.5 * beta_ * v.dot(K_d_ * v);
}

double DampedForces::largest_eigenvalue(const Vector& q) {
    Eigen::MatrixXd K;
    if (model_->forces_and_stiffness(q, Definiteness::exact, unused_, K))
        return std::numeric_limits<double>::infinity();
    return std::max(symmetric_eigenvalues(K).maxCoeff(), 0.0);
}

}  // namespace sinew
