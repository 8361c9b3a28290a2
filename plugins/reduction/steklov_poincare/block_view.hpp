/// Rows and columns of a matrix of 3 x 3 blocks, which stays where it is.
#pragma once

#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <vector>

namespace sinew::steklov {

class BlockView {
public:
    /// `rows`: nodes, in order. `columns`: the number of each node among the columns, or -1.
    BlockView(const BlockPattern& pattern, const std::vector<int>& rows,
              const std::vector<int>& columns);

    int n_rows() const { return int(starts_.size()) - 1; }
    int begin(int row) const { return starts_[std::size_t(row)]; }
    int end(int row) const { return starts_[std::size_t(row) + 1]; }
    int column(int k) const { return columns_[std::size_t(k)]; }
    /// The number of the block in the matrix.
    int block(int k) const { return blocks_[std::size_t(k)]; }

    /// y += factor A x. Each row is summed in the order of its columns, whatever the number of
    /// threads.
    void add_product(const BlockMatrix& A, double factor, const Vector& x, Vector& y) const;

private:
    std::vector<int> starts_, columns_, blocks_;
};

}  // namespace sinew::steklov
