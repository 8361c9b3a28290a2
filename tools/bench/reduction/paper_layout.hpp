/// The layout that forces/stvk_polynomial is measured against: the one that Barbic & James 2005,
/// section 6.2, give for its polynomials.
#pragma once

#include <Eigen/Core>
#include <span>

namespace sinew::bench {

/// Constant matrices times vectors of monomials, through BLAS: a row for each entry i <= j of K,
/// and for each component of f; a column for each monomial.
class PaperLayout {
public:
    /// Derivatives of the energy at zero, as artifacts of forces/stvk_polynomial have them: entries
    /// of sorted indices, those with a smaller last index first.
    PaperLayout(Eigen::Index r, std::span<const double> quadratic, std::span<const double> cubic,
                std::span<const double> quartic);

    /// Its artifacts keep parts that the Lame parameters weight; so many numbers has each.
    static Eigen::Index n_quadratic(Eigen::Index r) { return r * (r + 1) / 2; }
    static Eigen::Index n_cubic(Eigen::Index r) { return r * (r + 1) * (r + 2) / 6; }
    static Eigen::Index n_quartic(Eigen::Index r) { return r * (r + 1) * (r + 2) * (r + 3) / 24; }

    /// Bytes of the matrices.
    std::size_t bytes() const;

    void forces_and_stiffness(const Eigen::VectorXd& q, Eigen::VectorXd& f, Eigen::MatrixXd& K);

private:
    Eigen::Index r_;
    Eigen::MatrixXd f1_, f2_, f3_;  ///< of f, by q, by q_j q_k and by q_j q_k q_l
    Eigen::MatrixXd K1_, K2_;       ///< of K
    Eigen::VectorXd K0_;
    Eigen::VectorXd pairs_, triples_, entries_;
};

}  // namespace sinew::bench
