/// A supernodal Cholesky factor in single precision: what a solve reads is half as large.
#pragma once

#include <sinew/mechanics/linear/linear.hpp>
#include <vector>

namespace sinew {

/// A = P' L L' P. Columns of L with the same rows form a supernode, a dense block of entries column
/// by column. The row after a supernode's own leads to the one above it in their tree.
struct Supernodes {
    Index size = 0;           ///< of A
    int n = 0;                ///< supernodes
    const int* first_column;  ///< n + 1
    const int* first_row;     ///< of each in `rows`, n + 1
    const int* first_entry;   ///< of each in `entries`, n + 1
    const int* rows;          ///< ascending, its own columns first
    const double* entries;    ///< the upper triangle of a block's own columns is not read
    const int* order;         ///< row i of P A P' is row order[i] of A
};

class RoundedFactor {
public:
    /// False if single precision does not hold it, or not what becomes of a solution.
    bool take(const Supernodes& factor);
    /// x := about A^-1 b. Branches of the tree are shared out to several threads, in the same way
    /// for any number of them.
    void solve(const Vector& b, Vector& x);

private:
    /// Branches that one thread goes through: their supernodes, ascending, and room for what they
    /// do to the right-hand side.
    struct Share {
        std::vector<int> supernodes;
        double work = 0;
        Eigen::VectorXf y;
    };
    void find_shares();
    void forward(int supernode, Eigen::VectorXf& y) const;
    void backward(int supernode, Eigen::VectorXf& y) const;
    void forward(Share& share);
    int n_columns(int supernode) const;
    int n_rows(int supernode) const;
    double work(int supernode) const;
    /// The rows of a right-hand side that are a supernode's own columns.
    auto own(int supernode, auto& y) const {
        return y.segment(first_column_[std::size_t(supernode)], n_columns(supernode));
    }

    std::vector<int> first_column_, first_row_, first_entry_, rows_, order_;
    std::vector<float> entries_;
    std::vector<Share> shares_;
    std::vector<int> trunk_;  ///< supernodes of no branch, ascending
    Eigen::VectorXf y_;
};

}  // namespace sinew
