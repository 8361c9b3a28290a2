#include <algorithm>
#include <numeric>
#include <sinew/player/element_rows.hpp>

namespace sinew::player {

namespace {

constexpr Index rounded_up(Index n) {
    return (n + Pack::lanes - 1) / Pack::lanes * Pack::lanes;
}

/// The row of `rows` that number i of a node of an element in a lane has.
Index row_of(const ElementPacks& packs, Index pack, int lane, int node, int i) {
    return 3 * Index(packs.pack_nodes(pack)[Pack::lanes * node + lane]) + i;
}

/// True if column j differs between nodes of an element of the pack.
bool moves(const ElementPacks& packs, Index pack, const Eigen::MatrixXd& rows, Index j) {
    for (int lane = 0; lane < packs.lanes(pack); ++lane)
        for (int i = 0; i < 3; ++i)
            for (int a = 1; a < packs.n_nodes_each; ++a)
                if (rows(row_of(packs, pack, lane, a, i), j) !=
                    rows(row_of(packs, pack, lane, 0, i), j))
                    return true;
    return false;
}

/// The differences of a pack in some columns. Returns where they end.
template <class Number>
Number* gather_pack(const ElementPacks& packs, Index pack, const Eigen::MatrixXd& rows,
                    std::span<const int> columns, Index width, Number* to) {
    for (int lane = 0; lane < packs.lanes(pack); ++lane)
        for (int a = 1; a < packs.n_nodes_each; ++a)
            for (int i = 0; i < 3; ++i, to += width) {
                std::fill(to, to + width, Number(0));
                const Index row = row_of(packs, pack, lane, a, i),
                            from = row_of(packs, pack, lane, 0, i);
                for (std::size_t k = 0; k < columns.size(); ++k)
                    to[k] = Number(rows(row, columns[k]) - rows(from, columns[k]));
            }
    return to;
}

}  // namespace

void node_differences(const ElementPacks& packs, const Eigen::MatrixXd& rows, Index width,
                      double* to) {
    std::vector<int> all(std::size_t(rows.cols()));
    std::iota(all.begin(), all.end(), 0);
    for (Index pack = 0; pack < packs.n_packs; ++pack)
        to = gather_pack(packs, pack, rows, all, width, to);
}

ElementRows::ElementRows(const ElementPacks& packs, std::span<const Eigen::MatrixXd> rows)
    : n_columns_(rows.front().cols()) {
    for (Index pack = 0; pack < packs.n_packs; ++pack) {
        std::vector<int> columns;
        for (Index j = 0; j < n_columns_; ++j)
            if (std::any_of(rows.begin(), rows.end(), [&](const Eigen::MatrixXd& each) {
                    return moves(packs, pack, each, j);
                }))
                columns.push_back(int(j));
        add_pack(packs, std::move(columns));
    }
    set(packs, rows.front());
}

ElementRows::ElementRows(const ElementPacks& packs, Index n_columns,
                         std::vector<std::vector<int>> columns_of_packs)
    : n_columns_(n_columns) {
    for (std::vector<int>& columns : columns_of_packs) add_pack(packs, std::move(columns));
}

void ElementRows::add_pack(const ElementPacks& packs, std::vector<int> columns) {
    OfPack pack;
    pack.width = rounded_up(Index(columns.size()));
    pack.columns = std::move(columns);
    pack.first = values_.size();
    pack.n_rows = packs.lanes(n_packs()) * 3 * (packs.n_nodes_each - 1);
    values_.resize(pack.first + std::size_t(pack.n_rows * pack.width));
    packs_.push_back(std::move(pack));
}

Index ElementRows::width() const {
    Index most = 0;
    for (const OfPack& pack : packs_) most = std::max(most, pack.width);
    return most;
}

template <class Number>
void ElementRows::gather(const ElementPacks& packs, const Eigen::MatrixXd& rows, Number* to) const {
    for (Index pack = 0; pack < n_packs(); ++pack)
        to = gather_pack(packs, pack, rows, of_pack(pack).columns, of_pack(pack).width, to);
}

template void ElementRows::gather(const ElementPacks&, const Eigen::MatrixXd&, double*) const;
template void ElementRows::gather(const ElementPacks&, const Eigen::MatrixXd&, float*) const;

}  // namespace sinew::player
