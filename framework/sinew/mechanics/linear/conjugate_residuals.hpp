/// Preconditioned conjugate residuals: a system that is symmetric and semi-definite, like that of
/// pressures, whose residual falls with every iteration.
#pragma once

#include <sinew/mechanics/math/blocked_sums.hpp>

namespace sinew {

/// Stiefel 1955; preconditioned as in Saad, Iterative Methods for Sparse Linear Systems, section
/// 6.8. Keeps its vectors between solves.
class ConjugateResiduals {
public:
    struct Outcome {
        int iterations = 0;
        double residual = 0;  ///< |b - A x| / |b|
        bool converged = false;
    };

    /// Improves x until |b - A x| <= tolerance |b|, or for max_iterations. A is symmetric and
    /// semi-definite, `precondition` symmetric and definite: apply(x, y) gives y = A x, and
    /// precondition(r, z) z = P r. If b has a part that A cannot reach, the residual goes down to
    /// that part. Bits do not depend on the number of threads.
    template <class Apply, class Precondition>
    Outcome solve(Apply&& apply, Precondition&& precondition, const Vector& b, Vector& x,
                  double tolerance, int max_iterations) {
        Outcome outcome;
        const double size = blocked_norm(b);
        if (size == 0) {
            x.setZero(b.size());
            outcome.converged = true;
            return outcome;
        }
        apply(x, r_);
        r_ = b - r_;
        outcome.residual = blocked_norm(r_) / size;
        outcome.converged = outcome.residual <= tolerance;
        if (outcome.converged || max_iterations == 0) return outcome;
        precondition(r_, z_);
        apply(z_, Az_);
        p_ = z_;
        Ap_ = Az_;
        double curvature = blocked_dot(z_, Az_);
        while (outcome.iterations < max_iterations && curvature > 0) {
            precondition(Ap_, s_);
            const double norm = blocked_dot(Ap_, s_);
            if (!(norm > 0)) break;
            const double length = curvature / norm;
            x += length * p_;
            r_ -= length * Ap_;
            ++outcome.iterations;
            outcome.residual = blocked_norm(r_) / size;
            outcome.converged = outcome.residual <= tolerance;
            if (outcome.converged) break;
            z_ -= length * s_;
            apply(z_, Az_);
            const double next = blocked_dot(z_, Az_);
            const double turn = next / curvature;
            curvature = next;
            p_ = z_ + turn * p_;
            Ap_ = Az_ + turn * Ap_;
        }
        return outcome;
    }

private:
    Vector r_, z_, Az_, p_, Ap_, s_;
};

}  // namespace sinew
