#include "galerkin.hpp"

#include "distinct_columns.hpp"

namespace sinew::multigrid {

template <class Real, int R>
void set_galerkin_structure(const SquareRows<Real, R>& A, const Interpolation<Real, R>& P,
                            SquareRows<Real, n_motions>& coarse) {
    const auto& blocks = P.blocks();
    const auto make_finder = [&] {
        return [&, nodes = DistinctNumbers(A.n_rows())](int aggregate,
                                                        DistinctNumbers& columns) mutable {
            nodes.clear();
            P.for_column(aggregate, [&](int i, int) {
                for (int b = A.begin(i); b < A.end(i); ++b) nodes.place(A.column(b));
            });
            for (const int j : nodes.list())
                for (int p = blocks.begin(j); p < blocks.end(j); ++p)
                    columns.place(blocks.column(p));
        };
    };
    set_columns(P.n_aggregates(), P.n_aggregates(), coarse.starts, coarse.columns, make_finder);
}

namespace {

/// A thread's work on one row of P' A P at a time.
template <class Real, int R>
class GalerkinRow {
public:
    GalerkinRow(const SquareRows<Real, R>& A, const Interpolation<Real, R>& P)
        : A_(A), P_(P), nodes_(A.n_rows()), place_(std::size_t(P.n_aggregates())) {}

    /// Sets the blocks of the row on the diagonal and right of it.
    void compute(int aggregate, SquareRows<Real, n_motions>& coarse) {
        multiply_left(aggregate);
        sums_.assign(
            std::size_t(n_motions) * std::size_t(coarse.end(aggregate) - coarse.begin(aggregate)),
            Six{});
        for (int b = coarse.begin(aggregate); b < coarse.end(aggregate); ++b)
            place_[std::size_t(coarse.column(b))] = b - coarse.begin(aggregate);
        multiply_right(aggregate);
        for (int b = coarse.begin(aggregate); b < coarse.end(aggregate); ++b) {
            if (coarse.column(b) < aggregate) continue;
            const Six* rows = &sums_[std::size_t(n_motions * (b - coarse.begin(aggregate)))];
            const bool is_diagonal = coarse.column(b) == aggregate;
            for (int r = 0; r < n_motions; ++r)
                for (int c = 0; c < n_motions; ++c)
                    coarse.block(b)[n_motions * c + r] =
                        is_diagonal ? (rows[r][c] + rows[c][r]) / 2 : rows[r][c];
        }
    }

private:
    using Six = Column<Real, n_motions>;

    /// P' A of the aggregate: for each node that it meets the columns of a block.
    void multiply_left(int aggregate) {
        nodes_.clear();
        PA_.clear();
        P_.for_column(aggregate, [&](int i, int p) {
            Six rows[R];
            for (int k = 0; k < R; ++k)
                rows[k] = load_column<n_motions>(P_.blocks().block(p) + n_motions * k);
            for (int b = A_.begin(i); b < A_.end(i); ++b) {
                const std::size_t at = std::size_t(R) * std::size_t(nodes_.place(A_.column(b)));
                if (at == PA_.size()) PA_.resize(at + R, Six{});
                const Real* K = A_.block(b);
                for (int c = 0; c < R; ++c)
                    for (int k = 0; k < R; ++k) PA_[at + std::size_t(c)] += rows[k] * K[R * c + k];
            }
        });
    }

    /// P' A times the blocks of P, row by row of the result.
    void multiply_right(int aggregate) {
        const auto& blocks = P_.blocks();
        std::size_t at = 0;
        for (const int j : nodes_.list()) {
            for (int p = blocks.begin(j); p < blocks.end(j); ++p) {
                if (blocks.column(p) < aggregate) continue;
                Six* sums = &sums_[std::size_t(n_motions * place_[std::size_t(blocks.column(p))])];
                for (int k = 0; k < R; ++k) {
                    const Six row = load_column<n_motions>(blocks.block(p) + n_motions * k);
                    const Six left = PA_[at + std::size_t(k)];
                    for (int r = 0; r < n_motions; ++r) sums[r] += left[r] * row;
                }
            }
            at += R;
        }
    }

    const SquareRows<Real, R>& A_;
    const Interpolation<Real, R>& P_;
    DistinctNumbers nodes_;
    std::vector<int> place_;  ///< of an aggregate among the blocks of the row
    std::vector<Six> PA_, sums_;
};

/// The blocks left of the diagonal are those right of it, transposed.
template <class Real>
void mirror(SquareRows<Real, n_motions>& coarse) {
    parallel_for(coarse.n_rows(), [&](int row) {
        for (int b = coarse.begin(row); b < coarse.end(row) && coarse.column(b) < row; ++b) {
            const int column = coarse.column(b);
            const auto first = coarse.columns.begin() + coarse.begin(column),
                       last = coarse.columns.begin() + coarse.end(column);
            const Real* other =
                coarse.block(int(std::lower_bound(first, last, row) - coarse.columns.begin()));
            for (int r = 0; r < n_motions; ++r)
                for (int c = 0; c < n_motions; ++c)
                    coarse.block(b)[n_motions * c + r] = other[n_motions * r + c];
        }
    });
}

}  // namespace

template <class Real, int R>
void galerkin_product(const SquareRows<Real, R>& A, const Interpolation<Real, R>& P,
                      SquareRows<Real, n_motions>& coarse) {
    coarse.make_values();
    parallel_for_dynamic(
        P.n_aggregates(), 16, [&](int) { return GalerkinRow<Real, R>(A, P); },
        [&](GalerkinRow<Real, R>& work, int aggregate) { work.compute(aggregate, coarse); });
    mirror(coarse);
}

template void set_galerkin_structure(const SquareRows<float, 3>&, const Interpolation<float, 3>&,
                                     SquareRows<float, n_motions>&);
template void set_galerkin_structure(const SquareRows<float, n_motions>&,
                                     const Interpolation<float, n_motions>&,
                                     SquareRows<float, n_motions>&);
template void set_galerkin_structure(const SquareRows<double, 3>&, const Interpolation<double, 3>&,
                                     SquareRows<double, n_motions>&);
template void set_galerkin_structure(const SquareRows<double, n_motions>&,
                                     const Interpolation<double, n_motions>&,
                                     SquareRows<double, n_motions>&);
template void galerkin_product(const SquareRows<float, 3>&, const Interpolation<float, 3>&,
                               SquareRows<float, n_motions>&);
template void galerkin_product(const SquareRows<float, n_motions>&,
                               const Interpolation<float, n_motions>&,
                               SquareRows<float, n_motions>&);
template void galerkin_product(const SquareRows<double, 3>&, const Interpolation<double, 3>&,
                               SquareRows<double, n_motions>&);
template void galerkin_product(const SquareRows<double, n_motions>&,
                               const Interpolation<double, n_motions>&,
                               SquareRows<double, n_motions>&);

}  // namespace sinew::multigrid
