/// The one preconditioned conjugate gradient method, over a matrix-free operator.
#pragma once

#include <sinew/mechanics/linear/linear.hpp>

namespace sinew {

/// Hestenes & Stiefel 1952. Keeps its vectors between solves.
class ConjugateGradient {
public:
    /// x := A^-1 b on the degrees of freedom that are not fixed, zero on the others, from x = 0,
    /// until |b - A x| <= tolerance |b| (by the recursive residual). Ends with not_definite when a
    /// direction of no positive curvature appears, with not_converged after max_iterations (x is
    /// then the last iterate). b, x and `fixed` have A.size() entries. Bits do not depend on the
    /// number of threads.
    LinearOutcome solve(const Tangent& A, const std::vector<char>& fixed,
                        const Preconditioner& preconditioner, const Vector& b, Vector& x,
                        double tolerance, int max_iterations);

    /// True if the last solve ended with not_definite because of the preconditioner: r' P^-1 r was
    /// not positive.
    bool met_indefinite_preconditioner() const { return met_indefinite_preconditioner_; }

private:
    bool met_indefinite_preconditioner_ = false;
    std::vector<Index> fixed_;  // those degrees of freedom
    Vector r_, z_, p_, Ap_;
};

}  // namespace sinew
