#include "tangent_blocks.hpp"

#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::multigrid {

/// What a tangent hands over: matrices of bodies, and blocks one by one.
class TangentBlocks::Collector final : public EntrySink {
public:
    struct Matrix {
        NodeRows rows;
        int first = 0;  ///< node
    };
    struct Block {
        int row = 0, column = 0;  ///< nodes
        Eigen::Matrix3d entries;
    };
    std::vector<Matrix> matrices;
    std::vector<Block> blocks;

    void add(Index row, Index col, const Eigen::Ref<const Eigen::MatrixXd>& block) override {
        SINEW_ASSERT(block.rows() % 3 == 0 && block.cols() % 3 == 0, "{} x {}", block.rows(),
                     block.cols());
        for (Index j = 0; j < block.cols(); j += 3)
            for (Index i = 0; i < block.rows(); i += 3)
                add3(row + i, col + j, block.block<3, 3>(i, j));
    }
    void add3(Index row, Index col, const Eigen::Matrix3d& block) override {
        SINEW_ASSERT(row % 3 == 0 && col % 3 == 0, "({}, {}) is no node's", row, col);
        blocks.push_back({int(row / 3), int(col / 3), block});
    }
    void add_rows(const NodeRows& rows, Index offset) override {
        SINEW_ASSERT(offset % 3 == 0, "{} is no node's", offset);
        matrices.push_back({rows, int(offset / 3)});
    }
};

bool TangentBlocks::update(const Tangent& tangent) {
    Collector collector;
    tangent.add_entries(collector, 0);
    const Index n_nodes = tangent.size() / 3;
    const bool is_new = revision_ != tangent.pattern_revision();
    revision_ = tangent.pattern_revision();
    if (collector.matrices.size() == 1 && collector.blocks.empty() &&
        collector.matrices[0].rows.n_rows == n_nodes)
        rows_ = collector.matrices[0].rows;
    else
        merge(collector, n_nodes);
    return is_new;
}

/// Each row: its body's blocks, with what couples it in between. Every row has a diagonal block.
void TangentBlocks::merge(Collector& collector, Index n_nodes) {
    std::vector<const Collector::Matrix*> body_of(std::size_t(n_nodes), nullptr);
    for (const Collector::Matrix& matrix : collector.matrices)
        std::fill_n(body_of.begin() + matrix.first, matrix.rows.n_rows, &matrix);
    for (int i = 0; i < n_nodes; ++i)
        if (!body_of[std::size_t(i)]) collector.blocks.push_back({i, i, Eigen::Matrix3d::Zero()});
    const auto& blocks = collector.blocks;
    std::vector<std::size_t> order(blocks.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(blocks[a].row, blocks[a].column) <
               std::pair(blocks[b].row, blocks[b].column);
    });
    starts_.assign(1, 0);
    columns_.clear();
    values_.clear();
    auto next = order.begin();
    const auto append = [&](int column, const double* entries) {
        columns_.push_back(column);
        values_.insert(values_.end(), entries, entries + 9);
    };
    for (int i = 0; i < n_nodes; ++i) {
        const Collector::Matrix* body = body_of[std::size_t(i)];
        const NodeRows none;
        const NodeRows& rows = body ? body->rows : none;
        int b = body ? rows.starts[i - body->first] : 0;
        const int end = body ? rows.starts[i - body->first + 1] : 0;
        const auto column_of_body = [&] { return rows.columns[b] + body->first; };
        for (; next != order.end() && blocks[*next].row == i; ++next) {
            const Collector::Block& block = blocks[*next];
            for (; b < end && column_of_body() <= block.column; ++b)
                append(column_of_body(), rows.values + 9 * std::ptrdiff_t(b));
            const bool is_there =
                std::size_t(starts_.back()) < columns_.size() && columns_.back() == block.column;
            if (!is_there) append(block.column, Eigen::Matrix3d::Zero().eval().data());
            Eigen::Map<Eigen::Matrix3d>(values_.data() + values_.size() - 9) += block.entries;
        }
        for (; b < end; ++b) append(column_of_body(), rows.values + 9 * std::ptrdiff_t(b));
        starts_.push_back(int(columns_.size()));
    }
    rows_ = {n_nodes, starts_.data(), columns_.data(), values_.data()};
}

}  // namespace sinew::multigrid
