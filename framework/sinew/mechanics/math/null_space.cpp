#include <algorithm>
#include <Eigen/QR>
#include <map>
#include <numeric>
#include <sinew/mechanics/math/null_space.hpp>

namespace sinew {
namespace {

/// Pivots below this share of the first are round-off of dependent rows (the paper's epsilon).
constexpr double rank_tolerance = 1e-6;
/// Entries of Z below this are round-off.
constexpr double least_entry = 1e-10;

/// Rows that share free unknowns, directly or by others: their numbers, patch by patch.
std::vector<std::vector<int>> patches_of(const ConstraintRows& rows,
                                         const std::vector<char>& fixed) {
    std::vector<int> parent(std::size_t(rows.rows()));
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int row) {
        while (parent[std::size_t(row)] != row) row = parent[std::size_t(row)];
        return row;
    };
    std::vector<int> first(std::size_t(rows.cols()), -1);
    for (int row = 0; row < rows.rows(); ++row)
        for (ConstraintRows::InnerIterator entry(rows, row); entry; ++entry) {
            const std::size_t column = std::size_t(entry.col());
            if (fixed[column] || entry.value() == 0) continue;
            if (first[column] < 0) first[column] = row;
            const int one = root(first[column]), other = root(row);
            parent[std::size_t(std::max(one, other))] = std::min(one, other);
        }
    std::vector<std::vector<int>> of_root(std::size_t(rows.rows()));
    for (int row = 0; row < rows.rows(); ++row) of_root[std::size_t(root(row))].push_back(row);
    std::erase_if(of_root, [](const std::vector<int>& patch) { return patch.empty(); });
    return of_root;
}

/// Each dependent unknown, by others.
using Combinations = std::map<Index, std::vector<std::pair<Index, double>>>;

void add_patch(const ConstraintRows& rows, const std::vector<int>& patch,
               const std::vector<char>& fixed, Combinations& to) {
    std::map<Index, Index> position;  // of the free unknowns
    for (const int row : patch)
        for (ConstraintRows::InnerIterator entry(rows, row); entry; ++entry)
            if (!fixed[std::size_t(entry.col())]) position[entry.col()] = 0;
    std::vector<Index> columns;
    for (auto& [column, at] : position) {
        at = Index(columns.size());
        columns.push_back(column);
    }
    Eigen::MatrixXd C = Eigen::MatrixXd::Zero(Index(patch.size()), Index(columns.size()));
    for (std::size_t i = 0; i < patch.size(); ++i)
        for (ConstraintRows::InnerIterator entry(rows, patch[i]); entry; ++entry)
            if (!fixed[std::size_t(entry.col())])
                C(Index(i), position.at(entry.col())) = entry.value();
    if (C.isZero(0)) return;
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(C);
    qr.setThreshold(rank_tolerance);
    const Index rank = qr.rank(), rest = C.cols() - rank;
    const Eigen::MatrixXd R = qr.matrixR().topRows(rank);
    Eigen::MatrixXd T = R.rightCols(rest);
    // Eigen's solver takes the address of the first entry, also where there is none.
    if (rest > 0) R.leftCols(rank).triangularView<Eigen::Upper>().solveInPlace(T);
    const auto& order = qr.colsPermutation().indices();
    for (Index i = 0; i < rank; ++i) {
        auto& row = to[columns[std::size_t(order[i])]];
        for (Index k = 0; k < rest; ++k)
            if (std::abs(T(i, k)) > least_entry)
                row.push_back({columns[std::size_t(order[rank + k])], -T(i, k)});
    }
}

}  // namespace

NullSpace::NullSpace(const ConstraintRows& rows, const std::vector<char>& fixed) {
    Combinations found;
    for (const std::vector<int>& patch : patches_of(rows, fixed))
        add_patch(rows, patch, fixed, found);
    std::vector<Eigen::Triplet<double>> entries;
    for (const auto& [dependent, others] : found) {
        for (const auto& [column, value] : others)
            entries.emplace_back(int(dependent_.size()), int(column), value);
        dependent_.push_back(dependent);
    }
    combinations_.resize(Index(dependent_.size()), rows.cols());
    combinations_.setFromTriplets(entries.begin(), entries.end());
}

void NullSpace::expand(Eigen::Ref<Eigen::MatrixXd> X) const {
    if (is_empty()) return;
    X(dependent_, Eigen::all).setZero();
    const Eigen::MatrixXd found = combinations_ * X;
    X(dependent_, Eigen::all) = found;
}

void NullSpace::restrict(Eigen::Ref<Eigen::MatrixXd> F) const {
    if (is_empty()) return;
    const Eigen::MatrixXd carried = F(dependent_, Eigen::all);
    F(dependent_, Eigen::all).setZero();
    F += combinations_.transpose() * carried;
}

}  // namespace sinew
