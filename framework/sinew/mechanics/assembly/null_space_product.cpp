#include <algorithm>
#include <sinew/mechanics/assembly/null_space_product.hpp>

namespace sinew {
namespace {

using Sparse = Eigen::SparseMatrix<double, Eigen::RowMajor>;

Sparse sparse(const BlockMatrix& A) {
    const BlockPattern& pattern = A.pattern();
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(9 * std::size_t(pattern.n_blocks()));
    for (int row = 0; row < pattern.n_rows(); ++row)
        for (int b = pattern.begin(row); b < pattern.end(row); ++b)
            for (int j = 0; j < 3; ++j)
                for (int i = 0; i < 3; ++i)
                    entries.emplace_back(3 * row + i, 3 * pattern.column(b) + j, A.at(b)(i, j));
    Sparse all(A.size(), A.size());
    all.setFromTriplets(entries.begin(), entries.end());
    return all;
}

/// Z, n x n, with zero columns of dependent unknowns.
Sparse sparse(const NullSpace& Z, Index n) {
    std::vector<char> is_dependent(std::size_t(n), 0);
    for (const Index i : Z.dependent()) is_dependent[std::size_t(i)] = 1;
    std::vector<Eigen::Triplet<double>> entries;
    for (Index i = 0; i < n; ++i)
        if (!is_dependent[std::size_t(i)]) entries.emplace_back(int(i), int(i), 1.0);
    for (int k = 0; k < int(Z.dependent().size()); ++k)
        for (ConstraintRows::InnerIterator entry(Z.combinations(), k); entry; ++entry)
            entries.emplace_back(int(Z.dependent()[std::size_t(k)]), int(entry.col()),
                                 entry.value());
    Sparse all(n, n);
    all.setFromTriplets(entries.begin(), entries.end());
    return all;
}

}  // namespace

BlockMatrix null_space_product(const BlockMatrix& A, const NullSpace& Z) {
    const Sparse of_space = sparse(Z, A.size());
    const Sparse product = Sparse(of_space.transpose()) * Sparse(sparse(A) * of_space);
    std::vector<NodePair> pairs = A.pattern().pairs();
    for (int row = 0; row < product.rows(); ++row)
        for (Sparse::InnerIterator entry(product, row); entry; ++entry)
            if (row / 3 < int(entry.col()) / 3)
                pairs.push_back(node_pair(row / 3, int(entry.col()) / 3));
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    BlockMatrix result(std::make_shared<BlockPattern>(A.pattern().n_rows(), pairs));
    result.set_zero();
    for (int row = 0; row < product.rows(); ++row)
        for (Sparse::InnerIterator entry(product, row); entry; ++entry) {
            const int column = int(entry.col());
            result.at(result.pattern().find(row / 3, column / 3))(row % 3, column % 3) =
                entry.value();
        }
    return result;
}

}  // namespace sinew
