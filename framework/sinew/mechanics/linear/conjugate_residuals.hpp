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
    /// precondition(r, z) z = P r; it may be of single precision. If b has a part that A cannot
    /// reach, the residual goes down to that part. Bits do not depend on the number of threads.
    template <class Apply, class Precondition>
    Outcome solve(Apply&& apply, Precondition&& precondition, const Vector& b, Vector& x,
                  double tolerance, int max_iterations) {
        Outcome outcome;
        reached_ = 1;
        const double size = blocked_norm(b);
        if (size == 0) {
            x.setZero(b.size());
            outcome.converged = true;
            return outcome;
        }
        apply(x, r_);
        each(b.size(), [&](Index i) { r_[i] = b[i] - r_[i]; });
        outcome.residual = reached_ = blocked_norm(r_) / size;
        outcome.converged = outcome.residual <= tolerance;
        if (outcome.converged || max_iterations == 0) return outcome;
        precondition(r_, z_);
        apply(z_, Az_);
        p_ = z_;
        Ap_ = Az_;
        double curvature = blocked_dot(z_, Az_), taken_anew = reached_;
        while (outcome.iterations < max_iterations && curvature > 0) {
            precondition(Ap_, s_);
            const double norm = blocked_dot(Ap_, s_);
            if (!(norm > 0)) break;
            const double length = curvature / norm;
            each(b.size(), [&](Index i) {
                x[i] += length * p_[i];
                r_[i] -= length * Ap_[i];
                z_[i] -= length * s_[i];
            });
            ++outcome.iterations;
            outcome.residual = reached_ = blocked_norm(r_) / size;
            outcome.converged = outcome.residual <= tolerance;
            if (outcome.converged) break;
            if (reached_ < 1e-3 * taken_anew) {  // z - P r is of the size of the first residual
                precondition(r_, z_);
                taken_anew = reached_;
            }
            apply(z_, Az_);
            const double next = blocked_dot(z_, Az_);
            const double beta = next / curvature;
            curvature = next;
            each(b.size(), [&](Index i) {
                p_[i] = z_[i] + beta * p_[i];
                Ap_[i] = Az_[i] + beta * Ap_[i];
            });
        }
        return outcome;
    }

    /// |r| / |b| so far, while it solves; 1 at the beginning. The products may be as much less
    /// accurate as this is smaller: Simoncini & Szyld 2003, SIAM J. Sci. Comput. 25.
    double reached() const { return reached_; }

private:
    template <class Function>
    static void each(Index n, Function&& function) {
        parallel_for_if(n >= parallel_length, n, function);
    }

    Vector r_, z_, Az_, p_, Ap_, s_;
    double reached_ = 1;
};

}  // namespace sinew
