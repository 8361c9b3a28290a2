/// Products of bases of poses with displacements that are rotated, over the mass of all nodes:
///
///     (sum_i w_i U_i)'M (Q x 1) sum_j U_j k_j,     Q a 3 x 3 matrix on each node,
///
/// for Coriolis, centrifugal and Euler terms of a root that turns.
#pragma once

#include <sinew/mechanics/assembly/mass.hpp>

#include "pair_products.hpp"

namespace sinew::pose_space {

class RotatedMass {
public:
    /// `bases`: U_i of m poses, 3 n_nodes x r each.
    RotatedMass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass);

    /// r numbers, for m weights and k_j one below the other, m r numbers.
    Vector times(const Vector& weights, const Eigen::Matrix3d& Q, const Vector& stacked) const;

private:
    Index n_poses_, size_;
    /// U_ia'M E_cd U_jb of axes c and d: m^2 numbers, i fastest, for each of nine (c fastest), for
    /// each pair.
    PairProducts products_;
};

}  // namespace sinew::pose_space
