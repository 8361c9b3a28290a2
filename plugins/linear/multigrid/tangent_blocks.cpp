#include "tangent_blocks.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
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

void TangentBlocks::update(const Tangent& tangent) {
    Collector collector;
    tangent.add_entries(collector, 0);
    const Index n_nodes = tangent.size() / 3;
    bodies_.clear();
    if (collector.matrices.size() == 1 && collector.blocks.empty() &&
        collector.matrices[0].rows.n_rows == n_nodes)
        rows_ = collector.matrices[0].rows;
    else
        merge(collector, int(n_nodes));
}

void TangentBlocks::release() {
    rows_ = {};
    bodies_ = {};
    starts_ = {};
    columns_ = {};
    values_ = {};
}

namespace {

constexpr double zeros[9] = {};

/// Calls take(column, nine numbers) for a row's blocks in the order of columns, with a zero block
/// on the diagonal so that each row has one. `body`: of rows, from `first` on; may be nullptr.
template <class Matrix, class Block, class Take>
void for_row(int row, const Matrix* body, const std::vector<const Block*>& blocks, Take&& take) {
    int b = body ? body->rows.starts[row - body->first] : 0;
    const int end = body ? body->rows.starts[row - body->first + 1] : 0;
    bool has_diagonal = false;
    const auto give = [&](int column, const double* entries) {
        if (column > row && !has_diagonal) take(row, zeros);
        has_diagonal = has_diagonal || column >= row;
        take(column, entries);
    };
    const auto give_body_until = [&](int column) {
        for (; b < end && body->rows.columns[b] + body->first <= column; ++b)
            give(body->rows.columns[b] + body->first, body->rows.values + 9 * std::ptrdiff_t(b));
    };
    for (const Block* block : blocks) {
        give_body_until(block->column);
        give(block->column, block->entries.data());
    }
    give_body_until(std::numeric_limits<int>::max());
    if (!has_diagonal) take(row, zeros);
}

}  // namespace

/// Each row: its body's blocks, with what couples it in between; first counted, then filled in.
void TangentBlocks::merge(const Collector& collector, int n_nodes) {
    using Block = Collector::Block;
    std::vector<const Collector::Matrix*> matrix_of(std::size_t(n_nodes), nullptr);
    bodies_.assign(std::size_t(n_nodes), 0);
    for (std::size_t k = 0; k < collector.matrices.size(); ++k) {
        const Collector::Matrix& matrix = collector.matrices[k];
        std::fill_n(matrix_of.begin() + matrix.first, matrix.rows.n_rows, &matrix);
        std::fill_n(bodies_.begin() + matrix.first, matrix.rows.n_rows, int(k) + 1);
    }
    std::vector<std::vector<const Block*>> blocks_of(static_cast<std::size_t>(n_nodes));
    for (const Block& block : collector.blocks) blocks_of[std::size_t(block.row)].push_back(&block);
    parallel_for(n_nodes, [&](int i) {
        std::vector<const Block*>& blocks = blocks_of[std::size_t(i)];
        std::stable_sort(blocks.begin(), blocks.end(),
                         [](const Block* a, const Block* b) { return a->column < b->column; });
    });
    const auto for_blocks = [&](int row, auto&& take) {
        for_row(row, matrix_of[std::size_t(row)], blocks_of[std::size_t(row)], take);
    };
    starts_.assign(std::size_t(n_nodes) + 1, 0);
    parallel_for(n_nodes, [&](int i) {
        int count = 0, last = -1;
        for_blocks(i, [&](int column, const double*) {
            count += column != last;
            last = column;
        });
        starts_[std::size_t(i) + 1] = count;
    });
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    columns_.resize(std::size_t(starts_.back()));
    values_.assign(9 * columns_.size(), 0);
    parallel_for(n_nodes, [&](int i) {
        int b = starts_[std::size_t(i)] - 1, last = -1;
        for_blocks(i, [&](int column, const double* entries) {
            if (column != last) columns_[std::size_t(++b)] = column;
            last = column;
            for (int k = 0; k < 9; ++k) values_[9 * std::size_t(b) + std::size_t(k)] += entries[k];
        });
    });
    rows_ = {n_nodes, starts_.data(), columns_.data(), values_.data()};
}

}  // namespace sinew::multigrid
