/// The mass matrix of a basis that is mixed of those of poses,
///
///     (sum_i w_i U_i)'M (sum_j w_j U_j),
///
/// from products of the bases that are found ahead: of the pairs of vectors that share a node.
#pragma once

#include <sinew/mechanics/assembly/mass.hpp>

#include "pair_products.hpp"

namespace sinew::pose_space {

class MixedMass {
public:
    /// `bases`: U_i of m poses, 3 n_nodes x r each.
    MixedMass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass);

    /// Mixes by m weights.
    void mix(const Vector& weights);
    /// The mixed matrix, r x r, symmetric.
    const Eigen::MatrixXd& matrix() const { return matrix_; }
    /// (sum_i w_i U_i)'M sum_j U_j k_j, r numbers, for k_j one below the other, m r numbers.
    Vector times(const Vector& stacked) const;

private:
    Index n_poses_, size_;
    PairProducts products_;  ///< U_ia'M U_jb, m^2 numbers a pair, i fastest
    /// sum_i w_i U_ia'M U_jb for each j, and the same of b and a: m x n_pairs.
    Eigen::MatrixXd left_, right_;
    Eigen::MatrixXd matrix_;
};

}  // namespace sinew::pose_space
