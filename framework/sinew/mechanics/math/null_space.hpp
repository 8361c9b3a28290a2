/// The null space of a few linear constraints among many unknowns.
#pragma once

#include <Eigen/SparseCore>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

/// Rows of constraints C u = 0, m x n.
using ConstraintRows = Eigen::SparseMatrix<double, Eigen::RowMajor>;

/// All u with C u = 0 that are zero where they are fixed, u = Z y. Some entries of u, as many as
/// the rank of C, are found from the others, which are y:
///
///     C P = Q [R_1 R_2],     Z = P [-R_1^-1 R_2; I]
///
/// by Householder's method with pivoting by columns, one patch of rows that share unknowns after
/// the other, so that Z is as sparse as the patches are small. (Xu & Barbic 2016, equation 30,
/// where the minus is lacking, takes LU; Q keeps the rank clear without a decomposition of its
/// own.)
class NullSpace {
public:
    /// Nothing is constrained.
    NullSpace() = default;
    /// `fixed`: one flag an unknown. Rows that vanish there, or depend on others to 1e-6 of them,
    /// are left out.
    NullSpace(const ConstraintRows& rows, const std::vector<char>& fixed);

    /// The unknowns that are found from others, ascending; as many as the rank of C.
    const std::vector<Index>& dependent() const { return dependent_; }
    bool is_empty() const { return dependent_.empty(); }

    /// X := Z Y, for Y that X holds; what it has at dependent unknowns is not looked at. n x k.
    void expand(Eigen::Ref<Eigen::MatrixXd> X) const;
    /// F := Z'F, zero at dependent unknowns. n x k.
    void restrict(Eigen::Ref<Eigen::MatrixXd> F) const;
    /// A row -R_1^-1 R_2 of each dependent unknown, by all unknowns: dependent().size() x n.
    const ConstraintRows& combinations() const { return combinations_; }

private:
    std::vector<Index> dependent_;
    ConstraintRows combinations_;
};

}  // namespace sinew
