/// The exact Cholesky factor L of the interior's stiffness at rest, and rows of its inverse.
///
/// Chen, Davis, Hager & Rajamanickam, Algorithm 887: CHOLMOD, ACM TOMS 35(3), 2008.
#pragma once

#include <cholmod.h>

#include <sinew/mechanics/math/types.hpp>
#include <vector>

#include "block_view.hpp"

namespace sinew::steklov {

class InteriorFactor {
public:
    /// `interior`: rows and columns of the interior nodes in K. Throws ComputationError if they are
    /// not positive definite, std::bad_alloc if there is no room.
    InteriorFactor(const BlockMatrix& K, const BlockView& interior);
    InteriorFactor(const InteriorFactor&) = delete;
    InteriorFactor& operator=(const InteriorFactor&) = delete;
    ~InteriorFactor();

    Index size() const { return Index(factor_->n); }
    /// Degree of freedom of the interior at each position of the factor.
    const int* order() const { return static_cast<const int*>(factor_->Perm); }

    /// Neighbouring columns of one supernode.
    struct Columns {
        int supernode, first, n;  ///< positions
        int lowest;               ///< first place where L^-T e can differ from zero
    };
    /// All columns, at most `most` together, in order.
    std::vector<Columns> columns(int most) const;

    /// Rows of Y, which has size() rows and is zero: L^-T e_k for the columns k. Writes rows
    /// columns.lowest to the last of the columns.
    using Wide = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    void solve(const Columns& columns, Wide& Y) const;

private:
    int n_supernodes() const { return int(factor_->nsuper); }
    const int* supernodes() const { return static_cast<const int*>(factor_->super); }

    cholmod_common common_{};
    cholmod_factor* factor_ = nullptr;
    std::vector<int> lowest_;  ///< of each supernode: the first of those below it in the tree
};

}  // namespace sinew::steklov
