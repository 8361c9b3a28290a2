#include <fmt/format.h>

#include <cmath>
#include <sinew/mechanics/linear/conjugate_gradient.hpp>
#include <sinew/mechanics/linear/reductions.hpp>

namespace sinew {

namespace {

void clear_fixed(const std::vector<char>& fixed, Vector& x) {
    const Index n = x.size();
#pragma omp parallel for schedule(static) if (n >= parallel_length)
    for (Index i = 0; i < n; ++i)
        if (fixed[static_cast<std::size_t>(i)]) x[i] = 0;
}

void add_scaled(double alpha, const Vector& x, Vector& y) {
    const Index n = y.size();
#pragma omp parallel for simd schedule(static) if (n >= parallel_length)
    for (Index i = 0; i < n; ++i) y[i] += alpha * x[i];
}

void scale_and_add(double beta, const Vector& z, Vector& p) {
    const Index n = p.size();
#pragma omp parallel for simd schedule(static) if (n >= parallel_length)
    for (Index i = 0; i < n; ++i) p[i] = z[i] + beta * p[i];
}

}  // namespace

LinearOutcome ConjugateGradient::solve(const Tangent& A, const std::vector<char>& fixed,
                                       const Preconditioner& preconditioner, const Vector& b,
                                       Vector& x, double tolerance, int max_iterations) {
    LinearOutcome outcome;
    x.setZero(b.size());
    r_ = b;
    clear_fixed(fixed, r_);
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
        clear_fixed(fixed, Ap_);
        const double curvature = blocked_dot(p_, Ap_);
        if (!(curvature > 0) || !(rz > 0)) {
            const bool finite = std::isfinite(curvature) && std::isfinite(rz);
            outcome.event = {
                finite ? Event::Kind::not_definite : Event::Kind::not_finite, "", -1,
                fmt::format("curvature {:.3g} in iteration {}", curvature, outcome.iterations)};
            return outcome;
        }
        ++outcome.iterations;
        const double alpha = rz / curvature;
        add_scaled(alpha, p_, x);
        add_scaled(-alpha, Ap_, r_);
        r_norm = blocked_norm(r_);
        preconditioner.apply(r_, z_);
        const double rz_new = blocked_dot(r_, z_);
        scale_and_add(rz_new / rz, z_, p_);
        rz = rz_new;
    }
    outcome.residual = r_norm / b_norm;
    return outcome;
}

}  // namespace sinew
