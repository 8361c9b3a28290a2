/// A basis that is mixed of those of several poses, with all its nodes.
///
///     U(p) = (sum_i w_i(p) U_i) diag(1/v_k),     v_k = |sum_i w_i U_i^k|_M
///
/// Vectors that a shape has turned by 90 degrees shrink to 0.7 half-way. With the rotations R_i of
/// the nodes from the neutral pose to pose i they are mixed un-rotated,
///
///     U(p) = R(p) (sum_i w_i R_i' U_i) diag(1/v_k),     v_k the mass norms of what stands before
///
/// where R(p) is the rotation mixed of the R_i. At poses both are the same.
///
/// Xu & Barbic 2016, section 5.2, equations 14 to 16.
#pragma once

#include <optional>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/pose_space/mixed_basis.hpp>
#include <sinew/mechanics/pose_space/rows_of_poses.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <vector>

#include "node_rotations.hpp"

namespace sinew::pose_space {

/// U(p) and U(p)'M U(p) for weights of m poses.
class PoseBasis final : public MixedBasis {
public:
    using Precision = RowsOfPoses::Precision;
    /// `bases`: aligned, 3 n_nodes x r each, of which rows are kept in that precision.
    PoseBasis(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass,
              Precision precision = Precision::exact);
    /// Mixed un-rotated. `mass` outlives it: U'M U is found anew for other weights, O(n r^2).
    PoseBasis(const std::vector<Eigen::MatrixXd>& bases, NodeRotations rotations,
              const MassMatrix& mass);

    /// True if it is mixed un-rotated.
    bool is_rotated() const { return rotations_.has_value(); }
    Index n_nodes() const { return rows_.n_nodes(); }
    /// Rows of the U_i, or of the R_i'U_i.
    const RowsOfPoses& rows() const { return rows_; }

    /// Mixes as MixedBasis::mix says; rotations of nodes that cancel each other give 0.
    double mix(const Vector& weights) override;
    /// U q; of bases that are mixed un-rotated U q itself, 3 n_nodes numbers.
    void keep(const Vector& q, Vector& to) const override;
    void find_momentum(const Vector& kept, Vector& f) const override;

    /// U of a node, transposed: r x 3.
    Eigen::MatrixX3d node(int i) const;
    /// One flag a node, set for those that no vector moves.
    std::vector<char> fixed_nodes() const;
    /// Adds the share of a node to a sum of shares, for `pulled_back`.
    void add_share(int i, double share, Eigen::MatrixX3d& sum) const;
    /// sum of share U_i' over the nodes, r x 3; O(m r), or over all nodes if it is mixed
    /// un-rotated.
    Eigen::MatrixX3d pulled_back(const Eigen::MatrixX3d& sum) const;
    /// U, 3 n_nodes x r.
    Eigen::MatrixXd all() const;

    /// Displacements that were kept, of a node and of all [m].
    Eigen::Vector3d displacement(int node, const Vector& kept) const;
    Points displacements(const Vector& kept) const;

private:
    RowsOfPoses rows_;
    std::optional<NodeRotations> rotations_;
    const MassMatrix* nodal_mass_ = nullptr;  ///< of all nodes, if it is mixed un-rotated
    double least_norm_ = 1;                   ///< likewise, for the weights it has
    bool is_mixed_ = false;
};

}  // namespace sinew::pose_space
