#include <limits>
#include <sinew/player/damped_forces.hpp>

namespace sinew::player {

void DampedForces::set_damping(const Damping& damping) {
    beta_ = damping.stiffness;
    of_damping_ = damping.definiteness;
}

void DampedForces::begin_step(const Eigen::Ref<const Vector>& q) {
    step_q_ = q;
    is_K_d_known_ = false;
}

/// The first iterate of a step is often where the step began: its stiffness is at hand. A step that
/// follows a blind one may begin where there is none.
Failure DampedForces::find_damping_stiffness() {
    if (is_K_d_known_) return {};
    if (!is_K_known_ || known_q_ != step_q_) {
        is_K_known_ = false;
        if (Failure failure =
                model_.forces_and_stiffness(step_q_, Definiteness::exact, unused_, K_))
            return failure;
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

Failure DampedForces::forces(const Vector& q, const Eigen::Ref<const Vector>& v, Vector& f) {
    if (Failure failure = model_.forces(q, f)) return failure;
    if (beta_ != 0) {
        if (Failure failure = find_damping_stiffness()) return failure;
        add_damping(v, f);
    }
    return {};
}

Failure DampedForces::forces_and_tangent(const Vector& q, const Eigen::Ref<const Vector>& v,
                                         double stiffness, double damping,
                                         Definiteness definiteness, Vector& f, Eigen::MatrixXd& A) {
    if (definiteness == Definiteness::exact) {
        if (beta_ != 0 && q != step_q_)  // it overwrites K_
            if (Failure failure = find_damping_stiffness()) return failure;
        is_K_known_ = false;
        if (Failure failure = model_.forces_and_stiffness(q, definiteness, f, K_)) return failure;
        known_q_ = q;
        is_K_known_ = true;
    } else {
        if (Failure failure = model_.forces_and_stiffness(q, definiteness, f, A)) return failure;
        A *= stiffness;
    }
    if (beta_ != 0) {
        if (Failure failure = find_damping_stiffness()) return failure;
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

}  // namespace sinew::player
