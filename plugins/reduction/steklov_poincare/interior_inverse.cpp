#include "interior_inverse.hpp"

#include <cmath>
#include <sinew/mechanics/linear/reductions.hpp>
#include <sinew/mechanics/math/decompositions.hpp>
#include <sinew/mechanics/math/eigen_symmetric.hpp>

namespace sinew::steklov {

void apply_skinned(const Preconditioner& factor, const NodeRotations& rotations, const Vector& x,
                   Vector& y, Vector& work) {
    if (rotations.empty()) {
        factor.apply(x, y);
        return;
    }
    const Index n = Index(rotations.size());
    work.resize(x.size());
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (Index k = 0; k < n; ++k)
        work.segment<3>(3 * k).noalias() =
            rotations[std::size_t(k)].transpose() * x.segment<3>(3 * k);
    factor.apply(work, y);
#pragma omp parallel for schedule(static) if (n >= parallel_rows)
    for (Index k = 0; k < n; ++k)
        y.segment<3>(3 * k) = (rotations[std::size_t(k)] * y.segment<3>(3 * k)).eval();
}

void InteriorInverse::multiply(const Vector& x, Vector& y) const {
    y.setZero(x.size());
    stiffness_.ii.add_product(stiffness_.matrix, 1, x, y);
}

void InteriorInverse::precondition(const Vector& x, Vector& y) const {
    apply_skinned(*stiffness_.interior, stiffness_.rotations_interior, x, y, work_);
}

/// Conjugate gradients for an arbitrary right-hand side: their coefficients are Lanczos' matrix,
/// whose extreme eigenvalues lie inside the bounds, and near them (Saad 2003, section 6.7.3).
void InteriorInverse::find_bounds() {
    constexpr int steps = 12;
    const Index n = 3 * Index(stiffness_.ii.n_rows());
    r_.resize(n);
    for (Index i = 0; i < n; ++i) r_[i] = std::sin(double((i * 7919) % 10007));
    // A rigid turn of the whole turns this vector too, and leaves the bounds as they are.
    const NodeRotations& rotations = stiffness_.rotations_interior;
    for (Index k = 0; k < Index(rotations.size()); ++k)
        r_.segment<3>(3 * k) = (rotations[std::size_t(k)] * r_.segment<3>(3 * k)).eval();
    precondition(r_, z_);
    d_ = z_;
    double rz = blocked_dot(r_, z_), alpha_before = 0, beta = 0;
    const double first = rz;
    Eigen::MatrixXd T = Eigen::MatrixXd::Zero(steps, steps);
    int k = 0;
    for (; k < steps; ++k) {
        multiply(d_, Ad_);
        const double alpha = rz / blocked_dot(d_, Ad_);
        if (!(alpha > 0) || !std::isfinite(alpha)) break;
        T(k, k) = 1 / alpha + (k > 0 ? beta / alpha_before : 0);
        r_ -= alpha * Ad_;
        precondition(r_, z_);
        const double next = blocked_dot(r_, z_);
        beta = next / rz;
        if (k + 1 < steps) T(k, k + 1) = T(k + 1, k) = std::sqrt(beta) / alpha;
        alpha_before = alpha;
        rz = next;
        // Further coefficients would be noise of the factor's single precision.
        if (!(rz > 1e-9 * first)) {
            ++k;
            break;
        }
        d_ = z_ + beta * d_;
    }
    if (k > 0) {
        const Vector values = symmetric_decomposition(T.topLeftCorner(k, k)).values;
        least_ = 0.9 * values.minCoeff();
        largest_ = 1.05 * values.maxCoeff();
    }
    const double middle = 0.5 * (largest_ + least_), radius = 0.5 * (largest_ - least_);
    // The polynomial's largest value of B's share in K_ii^-1.
    const double error = 1 / std::cosh(sweeps_ * std::acosh(middle / radius));
    scale_ = 1 / (1 + error);
}

void InteriorInverse::apply(const Vector& x, Vector& y) const {
    const double middle = 0.5 * (largest_ + least_), radius = 0.5 * (largest_ - least_);
    precondition(x, d_);
    d_ /= middle;
    y = d_;
    r_ = x;
    double rho = radius / middle;
    for (int sweep = 1; sweep < sweeps_; ++sweep) {
        multiply(d_, Ad_);
        r_ -= Ad_;
        precondition(r_, z_);
        const double next = 1 / (2 * middle / radius - rho);
        d_ = next * rho * d_ + (2 * next / radius) * z_;
        y += d_;
        rho = next;
    }
    y *= scale_;
}

}  // namespace sinew::steklov
