/// The approximation B of K_ii^-1 in the tangent: symmetric, positive definite, and not above it,
/// so that K_ss - K_si B K_is stays definite.
///
/// One sweep is the skinned incomplete factor alone, B = s R_* (L_i L_i')^-1 R_*' (section 6.1),
/// and further ones are steps of Chebyshev's iteration with it. The least s that the bounds of the
/// spectrum allow comes from conjugate gradients: their coefficients are those of Lanczos.
///
/// Gao, Mitchell & Sifakis, Steklov-Poincare skinning, 2014, section 6.1; Saad, Iterative Methods
/// for Sparse Linear Systems, 2003, section 12.3.2.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/linear/linear.hpp>

#include "float_blocks.hpp"
#include "split_stiffness.hpp"

namespace sinew::steklov {

class InteriorInverse {
public:
    InteriorInverse(const SplitStiffness& stiffness, int sweeps)
        : stiffness_(stiffness), sweeps_(sweeps) {}

    /// Takes the blocks of a stiffness that has changed. Bounds are computed for the first
    /// pose and for every tenth, from a right-hand side that has all frequencies.
    Event update_pose();
    /// x := K_ii^-1 b by conjugate gradients with the skinned factor, from x = 0, until
    /// |b - K_ii x| <= tolerance |b|. A solve of eight iterations or more widens the bounds.
    LinearOutcome solve(const Vector& b, Vector& x, double tolerance);

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

    /// y := B x, in single precision.
    void apply(const Vector& x, Vector& y) const;
    /// Bounds on the eigenvalues of R_* (L_i L_i')^-1 R_*' K_ii.
    double least() const { return least_; }
    double largest() const { return largest_; }

private:
    Event find_bounds();
    /// Diagonal and off-diagonal of Lanczos' tridiagonal matrix.
    struct Coefficients {
        std::vector<double> diagonal, beside;
    };
    /// Conjugate gradients for K_ii x = b in single precision.
    LinearOutcome conjugate_gradients(const Vector& b, Vector& x, double tolerance, int most,
                                      Coefficients& found);
    /// Their extreme values, with room beyond them.
    static Eigen::Vector2d bounds_of(const Coefficients& found);
    void set_bounds(double least, double largest);
    void multiply(const Vector& x, Vector& y) const;
    void turn_back(const Vector& x) const;
    void sweep(double carry, double gain) const;
    void turn(double factor, Vector& y) const;

    const SplitStiffness& stiffness_;
    FloatBlocks blocks_;  ///< of K_ii
    int sweeps_;
    double least_ = 1, largest_ = 1;
    double scale_ = 1;
    int poses_ = 0;  ///< since bounds were computed; 0: there are none
    /// Vectors of both iterations, four numbers a row in the factor's order: residual, its
    /// solution, direction, their sum, minus K_ii's product with the direction.
    mutable AlignedVector<float> left_, solved_, way_, sum_, product_;
};

}  // namespace sinew::steklov
