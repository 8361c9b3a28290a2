/// Incomplete Cholesky factors of matrices of 3 x 3 blocks, without fill: A ~ L D L' with the
/// pattern of A's lower half.
///
/// Nodes are split into eight domains by bisection of space, and those next to a later domain are
/// put off to the end, so that domains are solved side by side and nothing is left out: bits do not
/// depend on the number of threads. Numbers are of single precision; what is applied is
/// symmetric to that precision only, which conjugate gradients bear.
///
/// Meijerink & van der Vorst, An iterative solution method for linear systems of which the
/// coefficient matrix is a symmetric M-matrix, 1977; Manteuffel 1980 for raised diagonals.
#pragma once

#include <sinew/mechanics/math/aligned.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/system/tangent.hpp>
#include <vector>

namespace sinew::steklov {

/// Compressed rows of blocks, structurally symmetric, columns ascending; a matrix to be factored
/// has all its diagonal blocks.
struct BlockRows {
    std::vector<int> starts, columns;
    std::vector<double> values;  ///< nine a block, column by column

    bool empty() const { return columns.empty(); }
    int n_rows() const { return int(starts.size()) - 1; }
    Eigen::Map<const Eigen::Matrix3d> at(int k) const {
        return Eigen::Map<const Eigen::Matrix3d>(values.data() + 9 * std::size_t(k));
    }
    Eigen::Map<Eigen::Matrix3d> at(int k) {
        return Eigen::Map<Eigen::Matrix3d>(values.data() + 9 * std::size_t(k));
    }
};

/// Calls function(column, block) for each block of a row of both matrices; `added` may be empty.
template <class Function>
void for_each_block(const BlockRows& A, const BlockRows& added, int row, Function&& function) {
    for (const BlockRows* rows : {&A, &added}) {
        if (rows->empty()) continue;
        const int end = rows->starts[std::size_t(row) + 1];
        for (int k = rows->starts[std::size_t(row)]; k < end; ++k)
            function(rows->columns[std::size_t(k)], rows->at(k));
    }
}

/// L D L', in single precision.
struct FactorBlocks {
    std::vector<int> starts, columns;     ///< of L, row by row, without its diagonal
    std::vector<float> values, inverses;  ///< blocks of L and D^-1, and one number more
};

class IncompleteFactor final : public Preconditioner {
public:
    /// `places`: of the rows' nodes, for the split into domains. `added`: as many rows as A's, or
    /// none; what is factored is A + added, on the union of their patterns. Where a pivot is not
    /// positive the diagonal is raised by a share of its size, from `raise` on, and all is factored
    /// again. Bits do not depend on the number of threads.
    IncompleteFactor(const BlockRows& A, const Points& positions, const BlockRows& added = {},
                     double raise = 0);

    /// x, y: three numbers a row of A.
    void apply(const Vector& x, Vector& y) const override;
    /// x := A^-1 x, as far as the factor is one; four numbers a row, of which the last is zero, in
    /// the order of `rows`.
    void solve(AlignedVector<float>& x) const;
    /// Rows of A in the factor's order.
    const std::vector<int>& rows() const { return order_; }

    /// Relative amount by which the diagonal was raised.
    double raise() const { return raise_; }

private:
    void order(const BlockRows& A, const BlockRows& added, const Points& positions);
    void forward(int first, int last, float* work) const;
    void scale(int first, int last, float* work) const;
    void backward(int first, int last, float* work) const;

    std::vector<int> order_;    ///< row of A at each position
    std::vector<int> domains_;  ///< first place of each, of the put off, and the end
    FactorBlocks factor_;
    double raise_ = 0;
    mutable AlignedVector<float> work_;  ///< four a row, the last of them zero
};

}  // namespace sinew::steklov
