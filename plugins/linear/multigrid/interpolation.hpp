/// The interpolation between two levels: motions of aggregates move the nodes below.
#pragma once

#include <Eigen/Core>

#include "aggregation.hpp"

namespace sinew::multigrid {

/// The motions that cost (nearly) no energy, n_motions numbers in each of the R rows of a node.
using Motions = Eigen::Matrix<double, Eigen::Dynamic, n_motions, Eigen::RowMajor>;

/// P = (I - omega D^-1 A) T. T holds the motions of each aggregate, made orthonormal; motions that
/// an aggregate cannot tell apart (turns of a single node) are left out, and their columns are
/// zero. Vanek, Mandel & Brezina 1996.
template <class Real, int R>
class Interpolation {
public:
    /// Finds where P and its transpose have blocks.
    void set_structure(const SquareRows<Real, R>& A, Aggregates aggregates);
    /// Computes P; omega is 4/3 over the greatest eigenvalue of D^-1 A. Returns the aggregates'
    /// motions: P times these are `motions`, up to the smoothing.
    Motions compute(const SquareRows<Real, R>& A, const DiagonalBlocks<Real, R>& inverse,
                    double omega, const Motions& motions);

    /// R x n_motions blocks, row by row.
    const BlockRows<Real, R * n_motions>& blocks() const { return P_; }
    const Aggregates& aggregates() const { return aggregates_; }
    int n_aggregates() const { return aggregates_.count; }
    /// Calls function(row, block) for the blocks of P in an aggregate's column, rows ascending.
    template <class Function>
    void for_column(int aggregate, Function&& function) const {
        for (int k = column_starts_[std::size_t(aggregate)];
             k < column_starts_[std::size_t(aggregate) + 1]; ++k)
            function(column_rows_[std::size_t(k)], column_blocks_[std::size_t(k)]);
    }

    /// Memory of P and of what it is made by [bytes].
    std::size_t bytes() const;

    /// coarse = P' fine
    void restrict_to(const Real* fine, Real* coarse) const;
    /// fine += P coarse. Behind `coarse` are two numbers more, which may be anything.
    void add_to(const Real* coarse, Real* fine) const;

private:
    void transpose_structure();
    /// T into `tentative`, R x n_motions a node; the aggregates' motions.
    Motions orthonormalise(const Motions& motions, Numbers<Real>& tentative) const;

    Aggregates aggregates_;
    BlockRows<Real, R * n_motions> P_;
    std::vector<int> column_starts_, column_rows_, column_blocks_;
    std::vector<int> member_starts_, members_;  ///< nodes of each aggregate
};

}  // namespace sinew::multigrid
