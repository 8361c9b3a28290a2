/// What stands for K_ii^-1 in the tangent: symmetric, positive definite, and not above it, so that
/// K_ss - K_si B K_is stays definite.
///
/// One sweep is the skinned incomplete factor alone, B = s R_* (L_i L_i')^-1 R_*' (section 6.1),
/// and further ones are steps of Chebyshev's iteration with it. The least s that the bounds of the
/// spectrum allow comes from solves for the interior: their coefficients are those of Lanczos.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, section 6.1; Saad, Iterative Methods
/// for Sparse Linear Systems, 2003, section 12.3.2.
#pragma once

#include <sinew/mechanics/linear/linear_solver.hpp>

#include "float_blocks.hpp"
#include "split_stiffness.hpp"

namespace sinew::steklov {

class InteriorInverse {
public:
    InteriorInverse(const SplitStiffness& stiffness, int sweeps)
        : stiffness_(stiffness), sweeps_(sweeps) {
        if (stiffness.ii.n_rows() > 0) follow();
    }

    /// After the stiffness has changed.
    void follow() { blocks_.take(stiffness_.ii, stiffness_.matrix); }
    /// x := K_ii^-1 b by conjugate gradients with the skinned factor, from x = 0, until
    /// |b - K_ii x| <= tolerance |b|. A solve of eight iterations or more finds the bounds anew.
    LinearOutcome solve(const Vector& b, Vector& x, double tolerance);
    /// Bounds from a right-hand side that has all frequencies, for the first pose.
    void find_bounds();
    /// Bounds that have been found elsewhere.
    void set_bounds(double least, double largest);
    /// y := B x
    void apply(const Vector& x, Vector& y) const;
    void forget_bounds() {
        has_bounds_ = false;
        largest_ = 1;
    }
    /// Of R_* (L_i L_i')^-1 R_*' K_ii.
    double least() const { return least_; }
    double largest() const { return largest_; }
    bool has_bounds() const { return has_bounds_; }

private:
    LinearOutcome conjugate_gradients(const Vector& b, Vector& x, double tolerance, int most);
    void bounds_from(const std::vector<double>& diagonal, const std::vector<double>& beside);
    void multiply(const Vector& x, Vector& y) const;
    void precondition(const Vector& x, Vector& y) const;

    const SplitStiffness& stiffness_;
    FloatBlocks blocks_;  ///< K_ii, for B, which is as exact as its factor
    int sweeps_;
    double least_ = 1, largest_ = 1;
    double scale_ = 1;
    bool has_bounds_ = false;
    mutable Vector r_, z_, d_, Ad_, work_;
};

}  // namespace sinew::steklov
