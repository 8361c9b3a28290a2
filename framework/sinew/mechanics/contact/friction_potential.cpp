#include <cmath>
#include <Eigen/Geometry>
#include <sinew/mechanics/contact/friction_potential.hpp>

namespace sinew {
namespace {

/// f(s) of the header, with f'(s)/s, which is finite at 0, and f''(s).
struct Smoothed {
    double value, first_by_s, second;
};

Smoothed smoothed(double s, double e) {
    if (s >= e) return {s - e / 3, 1 / s, 0};
    return {s * s / e * (1 - s / (3 * e)), (2 - s / e) / e, 2 * (1 - s / e) / e};
}

}  // namespace

std::vector<FrictionPair> friction_pairs(const PairSet& pairs, const ContactPotential& potential,
                                         const Points& x, const Points& begin) {
    std::vector<FrictionPair> rubbing;
    for (const ContactPair& pair : pairs) {
        const double lambda = normal_force(potential, pair, x);
        if (lambda == 0) continue;
        const auto [weights, r] = closest_sides(pair, x);
        FrictionPair rub;
        rub.vertices = pair.vertices;
        rub.kind = pair.kind;
        rub.weights = weights;
        rub.tangents.col(0) = r.unitOrthogonal();
        rub.tangents.col(1) = r.normalized().cross(rub.tangents.col(0));
        rub.begin = pair.stencil(begin) * weights;
        rub.normal_force = lambda;
        rubbing.push_back(rub);
    }
    return rubbing;
}

Eigen::Vector2d FrictionPotential::slip(const FrictionPair& pair, const Points& x) {
    const Stencil at = x(Eigen::all, pair.vertices);
    return pair.tangents.transpose() * (at * pair.weights - pair.begin);
}

double FrictionPotential::energy(const FrictionPair& pair, const Points& x) const {
    const double s = slip(pair, x).norm();
    return coefficient_ * pair.normal_force * smoothed(s, stick_slip_).value;
}

PairDerivatives FrictionPotential::derivatives(const FrictionPair& pair, const Points& x) const {
    const Eigen::Vector2d u = slip(pair, x);
    const double s = u.norm(), limit = coefficient_ * pair.normal_force;
    const Smoothed f = smoothed(s, stick_slip_);
    // f'/s (I - uu'/s^2) + f'' uu'/s^2 in the tangent plane.
    Eigen::Matrix2d hessian = f.first_by_s * Eigen::Matrix2d::Identity();
    if (s > 0) hessian += (f.second - f.first_by_s) / (s * s) * u * u.transpose();
    const Eigen::Vector3d force = limit * f.first_by_s * pair.tangents * u;
    const Eigen::Matrix3d block = limit * pair.tangents * hessian * pair.tangents.transpose();
    PairDerivatives derivatives;
    derivatives.energy = limit * f.value;
    for (int i = 0; i < 4; ++i) {
        derivatives.gradient.segment<3>(3 * i) = pair.weights[i] * force;
        for (int j = 0; j < 4; ++j)
            derivatives.hessian.block<3, 3>(3 * i, 3 * j) =
                pair.weights[i] * pair.weights[j] * block;
    }
    return derivatives;
}

}  // namespace sinew
