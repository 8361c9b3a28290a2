/// Points of a body whose basis stays the same.
#pragma once

#include <sinew/mechanics/reduced/basis_rows.hpp>
#include <sinew/mechanics/reduced/reduced_points.hpp>

namespace sinew {

/// Points that move with the last coordinates by rows of one matrix U.
class OneBasisPoints : public ReducedPoints {
public:
    /// Rows of the basis, in the body's frame.
    const BasisRows& basis() const { return basis_; }
    Index n_deformations() const final { return basis_.size(); }
    Vector displacements(const Eigen::Ref<const Vector>& q) const final {
        return basis_.all().transpose() * q;
    }

protected:
    /// U: 3 n_nodes x r.
    explicit OneBasisPoints(const Eigen::Ref<const Eigen::MatrixXd>& U) : basis_(U) {}
    const BasisRows basis_;
};

}  // namespace sinew
