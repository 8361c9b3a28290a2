#include <fmt/format.h>

#include <cmath>
#include <sinew/mechanics/linear/conjugate_gradient.hpp>
#include <sinew/mechanics/math/blocked_sums.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

namespace {

/// x += alpha p and r -= alpha Ap in one pass; the new |r|.
double advance(double alpha, const Vector& p, const Vector& Ap, Vector& x, Vector& r) {
    return std::sqrt(blocked_sum(x.size(), [&](Index first, Index length) {
        x.segment(first, length) += alpha * p.segment(first, length);
        auto part = r.segment(first, length);
        part -= alpha * Ap.segment(first, length);
        return part.squaredNorm();
    }));
}

void scale_and_add(double beta, const Vector& z, Vector& p) {
    const Index n = p.size();
    if (n < parallel_length) {
        p = z + beta * p;
        return;
    }
    parallel_blocks(n, [&](Index first, Index last) {
        const double times = beta;
#pragma omp simd
        for (Index i = first; i < last; ++i) p[i] = z[i] + times * p[i];
    });
}

}  // namespace

LinearOutcome ConjugateGradient::solve(const Tangent& A, const std::vector<char>& fixed,
                                       const Preconditioner& preconditioner, const Vector& b,
                                       Vector& x, double tolerance, int max_iterations) {
    LinearOutcome outcome;
    met_indefinite_preconditioner_ = false;
    x.setZero(b.size());
    fixed_.clear();
    for (Index i = 0; i < b.size(); ++i)
        if (fixed[static_cast<std::size_t>(i)]) fixed_.push_back(i);
    r_ = b;
    r_(fixed_).setZero();
    const double b_norm = blocked_norm(r_);
    if (!std::isfinite(b_norm)) {
        outcome.event = {Event::Kind::not_finite, "", -1, "the right-hand side"};
        return outcome;
    }
    if (b_norm == 0) return outcome;
    z_.resize(b.size());
    Ap_.resize(b.size());
    preconditioner.apply(r_, z_);
    p_ = z_;
    double rz = blocked_dot(r_, z_);
    double r_norm = b_norm;
    while (r_norm > tolerance * b_norm) {
        outcome.residual = r_norm / b_norm;
        if (outcome.iterations == max_iterations) {
            outcome.event = {Event::Kind::not_converged, "", -1,
                             fmt::format("conjugate gradients left a relative residual of {:.2g} "
                                         "after {} iterations",
                                         outcome.residual, max_iterations)};
            return outcome;
        }
        A.apply(p_, Ap_);
        Ap_(fixed_).setZero();
        const double curvature = blocked_dot(p_, Ap_);
        if (!(curvature > 0) || !(rz > 0)) {
            const bool finite = std::isfinite(curvature) && std::isfinite(rz);
            met_indefinite_preconditioner_ = finite && !(rz > 0);
            outcome.event = {
                finite ? Event::Kind::not_definite : Event::Kind::not_finite, "", -1,
                fmt::format("curvature {:.3g} in iteration {}", curvature, outcome.iterations)};
            return outcome;
        }
        ++outcome.iterations;
        const double alpha = rz / curvature;
        r_norm = advance(alpha, p_, Ap_, x, r_);
        if (r_norm <= tolerance * b_norm) break;
        preconditioner.apply(r_, z_);
        const double rz_new = blocked_dot(r_, z_);
        scale_and_add(rz_new / rz, z_, p_);
        rz = rz_new;
    }
    outcome.residual = r_norm / b_norm;
    return outcome;
}

}  // namespace sinew
