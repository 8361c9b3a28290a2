#include "galerkin.hpp"

#include <algorithm>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew::multigrid {

namespace {

/// The distinct columns that function(row, take) takes, ascending, of each row.
template <class Function>
void find_columns(int n_rows, int n_columns, std::vector<int>& starts, std::vector<int>& columns,
                  Function&& function) {
    std::vector<std::vector<int>> rows(static_cast<std::size_t>(n_rows));
    parallel_blocks(n_rows, [&](int first, int last) {
        std::vector<int> seen_in(std::size_t(n_columns), -1), found;
        for (int i = first; i < last; ++i) {
            found.clear();
            function(i, [&](int column) {
                if (seen_in[std::size_t(column)] == i) return;
                seen_in[std::size_t(column)] = i;
                found.push_back(column);
            });
            std::sort(found.begin(), found.end());
            rows[std::size_t(i)] = found;
        }
    });
    starts.assign(1, 0);
    columns.clear();
    for (const std::vector<int>& row : rows) {
        columns.insert(columns.end(), row.begin(), row.end());
        starts.push_back(int(columns.size()));
    }
}

/// places[column]: where each block of a row is stored.
template <class Rows>
void find_places(const Rows& rows, int i, std::vector<int>& places) {
    for (int b = rows.begin(i); b < rows.end(i); ++b) places[std::size_t(rows.column(b))] = b;
}

/// C += left right, where right and C have rows of n_motions, and left(r, k) its entries.
template <int Rows, int Inner, class Real, class Left>
SINEW_INLINE void add_block(Left&& left, const Real* right, Real* C) {
    Column<Real, n_motions> rows[Inner];
    for (int k = 0; k < Inner; ++k) rows[k] = load_column<n_motions>(right + n_motions * k);
    for (int r = 0; r < Rows; ++r) {
        Column<Real, n_motions> sum = load_node<n_motions>(C + n_motions * r);
        for (int k = 0; k < Inner; ++k) sum += left(r, k) * rows[k];
        store_node<n_motions, Real>(sum, C + n_motions * r);
    }
}

}  // namespace

template <class Real, int R>
void GalerkinProduct<Real, R>::set_structure(const SquareRows<Real, R>& A,
                                             const Interpolation<Real, R>& P,
                                             SquareRows<Real, n_motions>& coarse) {
    const auto& blocks = P.blocks();
    find_columns(A.n_rows(), P.n_aggregates(), structure_.starts, structure_.columns,
                 [&](int i, auto&& take) {
                     for (int b = A.begin(i); b < A.end(i); ++b)
                         for (int p = blocks.begin(A.column(b)); p < blocks.end(A.column(b)); ++p)
                             take(blocks.column(p));
                 });
    find_columns(P.n_aggregates(), P.n_aggregates(), coarse.starts, coarse.columns,
                 [&](int aggregate, auto&& take) {
                     P.for_column(aggregate, [&](int row, int) {
                         for (int b = structure_.begin(row); b < structure_.end(row); ++b)
                             take(structure_.column(b));
                     });
                 });
}

template <class Real, int R>
void GalerkinProduct<Real, R>::compute(const SquareRows<Real, R>& A,
                                       const Interpolation<Real, R>& P,
                                       SquareRows<Real, n_motions>& coarse) const {
    const auto& blocks = P.blocks();
    BlockRows<Real, R * n_motions> AP;
    AP.starts = structure_.starts;
    AP.columns = structure_.columns;
    AP.set_zero();
    parallel_blocks(A.n_rows(), [&](int first, int last) {
        std::vector<int> places(std::size_t(P.n_aggregates()));
        for (int i = first; i < last; ++i) {
            find_places(AP, i, places);
            for (int b = A.begin(i); b < A.end(i); ++b) {
                const Real* K = A.block(b);
                const auto left = [K](int r, int k) { return K[R * k + r]; };
                for (int p = blocks.begin(A.column(b)); p < blocks.end(A.column(b)); ++p)
                    add_block<R, R>(left, blocks.block(p),
                                    AP.block(places[std::size_t(blocks.column(p))]));
            }
        }
    });
    coarse.set_zero();
    parallel_blocks(P.n_aggregates(), [&](int first, int last) {
        std::vector<int> places(std::size_t(P.n_aggregates()));
        for (int aggregate = first; aggregate < last; ++aggregate) {
            find_places(coarse, aggregate, places);
            P.for_column(aggregate, [&](int row, int p) {
                const Real* block = blocks.block(p);
                const auto left = [block](int r, int k) { return block[n_motions * k + r]; };
                for (int b = AP.begin(row); b < AP.end(row); ++b)
                    add_block<n_motions, R>(left, AP.block(b),
                                            coarse.block(places[std::size_t(AP.column(b))]));
            });
            // Row by row so far.
            for (int b = coarse.begin(aggregate); b < coarse.end(aggregate); ++b)
                Eigen::Map<Eigen::Matrix<Real, n_motions, n_motions>>(coarse.block(b))
                    .transposeInPlace();
        }
    });
}

template class GalerkinProduct<float, 3>;
template class GalerkinProduct<float, n_motions>;
template class GalerkinProduct<double, 3>;
template class GalerkinProduct<double, n_motions>;

}  // namespace sinew::multigrid
