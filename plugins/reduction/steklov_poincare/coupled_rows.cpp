#include "coupled_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sinew/kernel/diagnostics/assert.hpp>

namespace sinew::steklov {

BlockRows coupled_rows(const std::vector<CouplingBlock>& coupled, const NodeSets& sets,
                       const NodeRotations& rotations) {
    const auto row_of = [&](Index dof) {
        return sets.free_number[std::size_t(sets.surface[std::size_t(dof / 3)])];
    };
    struct Entry {
        int row, column;
        const Eigen::MatrixXd* block;
    };
    std::vector<Entry> entries;
    for (const CouplingBlock& b : coupled) {
        SINEW_ASSERT(b.row % 3 == 0 && b.col % 3 == 0 && b.block.size() == 9,
                     "a coupling's block of {} numbers is not of two nodes", b.block.size());
        const Entry entry{row_of(b.row), row_of(b.col), &b.block};
        if (entry.row >= 0 && entry.column >= 0) entries.push_back(entry);
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return std::pair(a.row, a.column) < std::pair(b.row, b.column);
    });
    BlockRows rows;
    rows.starts.push_back(0);
    auto next = entries.begin();
    for (int row = 0; row < int(sets.free.size()); ++row) {
        while (next != entries.end() && next->row == row) {
            const int column = next->column;
            Eigen::Matrix3d total = Eigen::Matrix3d::Zero();
            for (; next != entries.end() && next->row == row && next->column == column; ++next)
                total += *next->block;
            if (!rotations.empty())
                total = rotations[std::size_t(row)].transpose() * total *
                        rotations[std::size_t(column)];
            rows.columns.push_back(column);
            rows.values.insert(rows.values.end(), total.data(), total.data() + 9);
        }
        rows.starts.push_back(int(rows.columns.size()));
    }
    return rows;
}

double relative_change(const BlockRows& a, const BlockRows& b) {
    double change = 0, whole = 0;
    for (int row = 0; row < a.n_rows(); ++row) {
        int i = a.starts[std::size_t(row)], j = b.starts[std::size_t(row)];
        const int i_end = a.starts[std::size_t(row) + 1], j_end = b.starts[std::size_t(row) + 1];
        while (i < i_end || j < j_end) {
            constexpr int none = std::numeric_limits<int>::max();
            const int in_a = i < i_end ? a.columns[std::size_t(i)] : none;
            const int in_b = j < j_end ? b.columns[std::size_t(j)] : none;
            Eigen::Matrix3d difference = Eigen::Matrix3d::Zero();
            if (in_a <= in_b) {
                whole += a.at(i).squaredNorm();
                difference -= a.at(i++);
            }
            if (in_b <= in_a) difference += b.at(j++);
            change += difference.squaredNorm();
        }
    }
    return std::sqrt(change / whole);
}

}  // namespace sinew::steklov
