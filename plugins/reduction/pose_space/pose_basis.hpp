/// A basis that is mixed of those of several poses.
///
///     U(p) = (sum_i w_i(p) U_i) diag(1/v_k),     v_k = |sum_i w_i U_i^k|_M
///
/// Each of its vectors has the mass norm 1; they need not be orthogonal. Vectors that a shape has
/// turned by 90 degrees shrink to 0.7 half-way. With the rotations R_i of the nodes from the
/// neutral pose to pose i they are mixed un-rotated,
///
///     U(p) = R(p) (sum_i w_i R_i' U_i) diag(1/v_k),     v_k the mass norms of what stands before
///
/// where R(p) is the rotation mixed of the R_i. At poses both are the same.
///
/// Xu & Barbic 2016, section 5.2, equations 14 to 16.
#pragma once

#include <optional>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <vector>

#include "column_ranges.hpp"
#include "mixed_mass.hpp"
#include "node_rotations.hpp"

namespace sinew::pose_space {

/// U(p) and U(p)'M U(p) for weights of m poses.
class PoseBasis {
public:
    /// `bases`: aligned, 3 n_nodes x r each. All weight is on the first one at first.
    PoseBasis(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass);
    /// Mixed un-rotated. `mass` outlives it: U'M U is found anew for other weights, O(n r^2).
    PoseBasis(const std::vector<Eigen::MatrixXd>& bases, NodeRotations rotations,
              const MassMatrix& mass);

    /// True if it is mixed un-rotated.
    bool is_rotated() const { return rotations_.has_value(); }
    /// Number r of vectors.
    Index size() const { return rows_.front().rows(); }
    Index n_poses() const { return Index(rows_.size()); }
    Index n_nodes() const { return rows_.front().cols() / 3; }

    /// Mixes by these weights, m numbers with the sum 1. Returns the least v_k; vectors whose v_k
    /// is below 1e-6 cancel each other, and are not to be used. So do rotations of nodes, which
    /// give 0.
    double mix(const Vector& weights);
    const Vector& weights() const { return weights_; }
    /// 1/v_k, r numbers.
    const Vector& scales() const { return scales_; }
    /// U'M U, r x r, with ones on its diagonal.
    const Eigen::MatrixXd& mass() const { return mass_; }

    /// U of a node, transposed: r x 3.
    Eigen::MatrixX3d node(int i) const;
    /// The U_i of a node one below the other, transposed: m r x 3, which `mixed` makes `node` of
    /// unless it is mixed un-rotated.
    Eigen::MatrixX3d node_of_all(int i) const;
    /// Adds the share of a node to a sum of shares, for `pulled_back`.
    void add_share(int i, double share, Eigen::MatrixX3d& sum) const;
    /// sum of share U_i' over the nodes, r x 3; O(m r), or over all nodes if it is mixed
    /// un-rotated.
    Eigen::MatrixX3d pulled_back(const Eigen::MatrixX3d& sum) const;
    /// diag(scales) sum_i w_i X_i for X_i (r x k) one below the other.
    template <class Stacked>
    Eigen::MatrixXd mixed(const Stacked& X) const {
        Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(size(), X.cols());
        for (Index i = 0; i < n_poses(); ++i) sum += weights_[i] * X.middleRows(i * size(), size());
        return scales_.asDiagonal() * sum;
    }
    /// U, 3 n_nodes x r.
    Eigen::MatrixXd all() const;

    /// U q in a form that stays when the weights change: w_i diag(scales) q for each pose, one
    /// below the other; of bases that are mixed un-rotated U q itself.
    Vector kept(const Vector& q) const;
    /// U'M of displacements that were kept.
    Vector momentum(const Vector& kept) const;
    /// Displacements that were kept, of a node and of all [m].
    Eigen::Vector3d displacement(int node, const Vector& kept) const;
    Points displacements(const Vector& kept) const;

private:
    std::vector<Eigen::MatrixXd> rows_;  ///< U_i' or (R_i'U_i)', r x 3 n_nodes
    ColumnRanges ranges_;
    std::optional<MixedMass> mixed_mass_;  ///< unless it is mixed un-rotated
    double mix_rotated(const Vector& weights);
    double normalise(const Eigen::MatrixXd& mass);

    std::optional<NodeRotations> rotations_;
    const MassMatrix* nodal_mass_ = nullptr;  ///< of all nodes, if it is mixed un-rotated
    double least_norm_ = 1;
    Vector weights_, scales_;
    Eigen::MatrixXd mass_;
};

}  // namespace sinew::pose_space
