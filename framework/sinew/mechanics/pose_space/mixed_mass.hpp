/// The mass matrix of a basis that is mixed of those of poses,
///
///     (sum_i w_i U_i)'M (sum_j w_j U_j),
///
/// from products of the bases that are found ahead: of the pairs of vectors that share a node.
#pragma once

#include <sinew/mechanics/math/loop.hpp>
#include <sinew/mechanics/pose_space/pair_products.hpp>

namespace sinew::pose_space {

/// One caller at a time; no call allocates memory.
class MixedMass {
public:
    /// `products`: U_ia'M U_jb of m poses and r vectors: m^2 matrices r x r, i fastest.
    MixedMass(PairProducts products, Index n_poses, Index size, Loop loop = in_order);

    Index n_poses() const { return n_poses_; }
    Index size() const { return size_; }
    const PairProducts& products() const { return products_; }
    /// Mixes by m weights.
    void mix(const Vector& weights);
    /// The mixed matrix, r x r, symmetric.
    const Eigen::MatrixXd& matrix() const { return matrix_; }
    /// sum := (sum_i w_i U_i)'M sum_j U_j k_j, r numbers, for k_j one below the other, m r numbers.
    void times(const Vector& stacked, Vector& sum) const;

private:
    Index n_poses_, size_;
    PairProducts products_;
    Loop loop_;
    /// sum_i w_i U_ia'M U_jb for each j, and the same of b and a: m x n_pairs.
    Eigen::MatrixXd left_, right_;
    Eigen::MatrixXd matrix_;
    mutable Eigen::MatrixXd of_vectors_;  ///< the k_j, m x r
};

}  // namespace sinew::pose_space
