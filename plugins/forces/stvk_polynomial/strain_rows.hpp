/// Green strains of a subspace at a point, E(q) = a_i q_i + 1/2 b_ij q_i q_j, with
///
///     a_i = sym(grad Psi_i),     b_ij = sym(grad Psi_i' grad Psi_j),     i <= j
///
/// one number for each component: a row of r + r (r + 1) / 2 numbers.
#pragma once

#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/player/symmetric_tensors.hpp>

namespace sinew::stvk {

/// The columns of U, for quick access by node.
class Modes {
public:
    explicit Modes(const Eigen::MatrixXd& U);

    Index r() const { return r_; }
    Index padded() const { return padded_; }
    Index n_columns() const { return r_ + n_pairs(r_); }
    /// Coordinate m of a node in all modes, padded with zeros to whole packs.
    const double* at(Index node, int m) const {
        return &values_[std::size_t((3 * node + m) * padded_)];
    }

private:
    Index r_, padded_;
    AlignedVector<double> values_;
};

/// Gradients of all modes at a point, and rows of strains that follow from them. One a thread.
class StrainRows {
public:
    StrainRows(const Modes& modes, Index row_room)
        : modes_(modes),
          gradients_(std::size_t(9 * modes.padded())),
          row_(std::size_t(row_room)),
          turned_(std::size_t(24 * modes.padded())) {}

    /// Sets the gradients to zero; add and add_turned sum them up.
    void clear();
    /// A node's part of dPsi/dX_k.
    void add(Index node, int k, double dN);

    /// The modes of eight nodes along other axes, the columns of a rotation,
    void turn(const Eigen::Matrix3d& axes, const Eigen::Matrix<int, 8, 1>& nodes);
    /// and the part of one of them: all directions are along these axes then.
    void add_turned(int a, int k, double dN);

    /// Component E_kl times a factor.
    const double* strain(int k, int l, double factor);
    const double* trace(double factor);

private:
    void add(const double* u, int m, int k, double dN);
    const double* d(int m, int k) const {
        return &gradients_[std::size_t((3 * m + k) * modes_.padded())];
    }

    const Modes& modes_;
    AlignedVector<double> gradients_;  ///< dPsi_m/dX_k of all modes, after each other
    AlignedVector<double> row_;
    AlignedVector<double> turned_;  ///< three coordinates of each of the nodes
};

}  // namespace sinew::stvk
