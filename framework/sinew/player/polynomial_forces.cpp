#include <sinew/player/polynomial_forces.hpp>

namespace sinew::player {

Failure PolynomialForces::forces(const Vector& q, Vector& f) {
    polynomial_.gradient(q, f);
    if (!f.allFinite()) return {Failure::Kind::not_finite};
    return {};
}

Failure PolynomialForces::forces_and_stiffness(const Vector& q, Definiteness definiteness,
                                               Vector& f, Eigen::MatrixXd& K) {
    polynomial_.gradient_and_hessian(q, f, K);
    if (!f.allFinite()) return {Failure::Kind::not_finite};
    if (definiteness == Definiteness::psd_projected) psd_projection_.apply(K);
    return {};
}

}  // namespace sinew::player
