/// Products of bases of poses with displacements that are rotated, over the mass of all nodes:
///
///     (sum_i w_i U_i)'M (Q x 1) sum_j U_j k_j,     Q a 3 x 3 matrix on each node,
///
/// for Coriolis, centrifugal and Euler terms of a root that turns.
#pragma once

#include <sinew/mechanics/pose_space/pair_products.hpp>

namespace sinew::pose_space {

/// One caller at a time; no call allocates memory.
class RotatedMass {
public:
    /// `products`: U_ia'M E_cd U_jb of axes c and d, of m poses and r vectors: m^2 matrices r x r,
    /// i fastest, for each of nine (c fastest).
    RotatedMass(PairProducts products, Index n_poses, Index size);

    const PairProducts& products() const { return products_; }
    /// sum := r numbers, for m weights and k_j one below the other, m r numbers.
    void times(const Vector& weights, const Eigen::Matrix3d& Q, const Vector& stacked,
               Vector& sum) const;

private:
    Index n_poses_, size_;
    PairProducts products_;
    mutable Eigen::MatrixXd of_vectors_;  ///< the k_j, m x r
    mutable Vector of_poses_, of_pose_;
};

}  // namespace sinew::pose_space
