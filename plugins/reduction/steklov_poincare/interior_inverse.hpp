/// What stands for K_ii^-1 in the tangent: symmetric, positive definite, and not above it, so that
/// K_ss - K_si B K_is stays definite.
///
/// One sweep is the skinned incomplete factor alone, B = s R_* (L_i L_i')^-1 R_*' (section 6.1),
/// and further ones are steps of Chebyshev's iteration with it. The least s that the bounds of the
/// spectrum allow is found anew in every pose, by Lanczos' method.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, section 6.1; Saad, Iterative Methods
/// for Sparse Linear Systems, 2003, section 12.3.2.
#pragma once

#include "split_stiffness.hpp"

namespace sinew::steklov {

class InteriorInverse {
public:
    InteriorInverse(const SplitStiffness& stiffness, int sweeps)
        : stiffness_(stiffness), sweeps_(sweeps) {}

    /// After the pose has changed.
    void find_bounds();
    /// y := B x
    void apply(const Vector& x, Vector& y) const;
    /// Of R_* (L_i L_i')^-1 R_*' K_ii.
    double least() const { return least_; }
    double largest() const { return largest_; }

private:
    void multiply(const Vector& x, Vector& y) const;
    void precondition(const Vector& x, Vector& y) const;

    const SplitStiffness& stiffness_;
    int sweeps_;
    double least_ = 1, largest_ = 1;
    double scale_ = 1;
    mutable Vector r_, z_, d_, Ad_, work_;
};

}  // namespace sinew::steklov
