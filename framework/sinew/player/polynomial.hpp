/// The quartic polynomial of SymmetricTensors at run time: its value, gradient and Hessian.
///
/// The Hessian K = A2 + A3 q + 1/2 A4 q q is found as a vector over the pairs i <= j. Its part of
/// order four is y = S m, where m holds the monomials q_k q_l (halved if k = l) and S_(ij)(kl) =
/// A4_ijkl is a symmetric matrix: its tiles above the diagonal are read once, and used for both
/// triangles. Gradient and value follow by homogeneity, each order apart:
///
///     f = (A2 + K3/2 + K4/3) q,      W = q . (A2/2 + K3/6 + K4/12) q
#pragma once

#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/player/symmetric_tensors.hpp>

namespace sinew::stvk {

class Polynomial {
public:
    explicit Polynomial(Index r);

    Index r() const { return r_; }
    /// Replaces the coefficients by others of the same r. Allocates nothing.
    void set(const SymmetricTensors& tensors);
    /// The coefficients as they were set.
    SymmetricTensors tensors() const;

    void gradient(const Vector& q, Vector& f);
    /// K: r x r, both triangles.
    void gradient_and_hessian(const Vector& q, Vector& f, Eigen::MatrixXd& K);
    double value(const Vector& q);

private:
    void take(const Vector& q);
    void add_cubic();
    void add_quartic();
    void multiply(const double* pairs, Vector& f);
    void unpack(Eigen::MatrixXd& K);

    Index r_, n_blocks_;  ///< blocks of eight coordinates
    Index n_tiles_;       ///< blocks of eight pairs
    AlignedVector<double> A2_;
    AlignedVector<double> A3_;         ///< pairs x r
    AlignedVector<double> S_;          ///< tiles above the diagonal, column after column
    std::vector<std::int32_t> A3_of_;  ///< where their entries stand in the tensors,
    std::vector<std::int32_t> S_of_;   ///< -1 beyond the last pair

    AlignedVector<double> q_, m_, y3_, y4_, z_, f_;
};

}  // namespace sinew::stvk
