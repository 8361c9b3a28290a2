/// Incomplete factorisation, row by row, for IncompleteFactor:
///
///     U_ik = A_ik - sum_j U_ij L_kj',   L_ik = U_ik D_k^-1,   D_i = A_ii - sum_k L_ik U_ik',
///
/// j < k < i, where rows i and k both have a block. Domains go side by side, and then the rows that
/// were put off: their blocks at domains side by side, the others one after another.
#pragma once

#include "incomplete_factor.hpp"

namespace sinew::steklov {

class Elimination {
public:
    /// Factors A + added (or A alone, where `added` is empty). `order`: row of A at each position;
    /// `domains`: first place of each, of the rows put off, and the end. All must outlive this.
    Elimination(const BlockRows& A, const BlockRows& added, const std::vector<int>& order,
                const std::vector<int>& domains);

    /// Factors with diagonals raised by the fraction `raise` of their sizes; false if a pivot is
    /// not positive.
    bool run(double raise);
    /// Takes the result of run(), once.
    FactorBlocks take();

private:
    using Block = Eigen::Matrix3d;
    /// Number of the present row's block at each column, or -1.
    using Present = std::vector<int>;

    void find_pattern();
    void fill_in(double raise);
    void eliminate(int row, int first_column, int end_column, Present& present);
    bool finish(int row);
    Eigen::Map<Block> at(int k) { return Eigen::Map<Block>(blocks_.data() + 9 * std::size_t(k)); }

    const BlockRows& A_;
    const BlockRows& added_;
    const std::vector<int>& order_;
    const std::vector<int>& domains_;
    std::vector<int> place_;  ///< of each row of A
    std::vector<int> starts_, columns_;
    std::vector<double> blocks_;  ///< U, and L once a row is finished; and one number more
    std::vector<Block> pivots_;   ///< D, and its inverse once a row is finished
};

}  // namespace sinew::steklov
