/// A bound on how far the nodes of a body in a subspace have moved, without a look at them.
#pragma once

#include <algorithm>
#include <sinew/mechanics/reduced/basis_rows.hpp>

namespace sinew {

/// A bound on |U_p q| over the nodes p, and with it over all points inside of tet4 and hex8, at the
/// cost of O(r): the lesser of
///
///     sum over k of max over p of |U_pk| |q_k|    and    max over p of |U_p|_F |q|.
///
/// James & Pai, BD-Tree: output-sensitive collision detection for reduced deformable models,
/// SIGGRAPH 2004, section 3: the growth of the sphere around all points.
class DeformationBound {
public:
    explicit DeformationBound(const BasisRows& basis) : by_mode_(Vector::Zero(basis.size())) {
        for (int node = 0; node < int(basis.n_nodes()); ++node) {
            by_mode_ = by_mode_.cwiseMax(basis.node(node).rowwise().norm());
            of_all_ = std::max(of_all_, basis.node(node).norm());
        }
    }

    /// The bound for q [m].
    double operator()(const Eigen::Ref<const Vector>& q) const {
        return std::min(by_mode_.dot(q.cwiseAbs()), of_all_ * q.norm());
    }

private:
    Vector by_mode_;
    double of_all_ = 0;
};

}  // namespace sinew
