#include <algorithm>
#include <limits>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/reduced/damped_force_model.hpp>

namespace sinew {

/// The event says more than a failure does, and is kept for whoever asks.
player::Failure DampedForceModel::Model::forces(const Vector& q, Vector& f) {
    return failure(model->forces(q, f));
}

player::Failure DampedForceModel::Model::forces_and_stiffness(const Vector& q,
                                                              Definiteness definiteness, Vector& f,
                                                              Eigen::MatrixXd& K) {
    return failure(model->forces_and_stiffness(q, definiteness, f, K));
}

player::Failure DampedForceModel::Model::failure(Event found) {
    using Kind = player::Failure::Kind;
    if (!found) return {};
    event = std::move(found);
    switch (event.kind) {
        case Event::Kind::inverted:
            return {Kind::inverted, event.element};
        case Event::Kind::not_definite:
            return {Kind::not_definite};
        case Event::Kind::not_converged:
            return {Kind::not_converged};
        case Event::Kind::none:
        case Event::Kind::not_finite:
            break;
    }
    return {Kind::not_finite};
}

DampedForceModel::DampedForceModel(std::unique_ptr<ReducedForces> model)
    : model_(std::move(model)), damped_(model_) {}

void DampedForceModel::set_damping(const Rayleigh& damping) {
    damped_.set_damping({damping.mass, damping.stiffness, damping.definiteness});
}

Event DampedForceModel::forces(const Vector& q, const Eigen::Ref<const Vector>& v, Vector& f) {
    if (damped_.forces(q, v, f)) return model_.event;
    return {};
}

Event DampedForceModel::forces_and_tangent(const Vector& q, const Eigen::Ref<const Vector>& v,
                                           double stiffness, double damping,
                                           Definiteness definiteness, Vector& f,
                                           Eigen::MatrixXd& A) {
    if (damped_.forces_and_tangent(q, v, stiffness, damping, definiteness, f, A))
        return model_.event;
    return {};
}

double DampedForceModel::largest_eigenvalue(const Vector& q) {
    Eigen::MatrixXd K;
    Vector unused;
    if (model().forces_and_stiffness(q, Definiteness::exact, unused, K))
        return std::numeric_limits<double>::infinity();
    return std::max(symmetric_eigenvalues(K).maxCoeff(), 0.0);
}

}  // namespace sinew
