#include "interpolation.hpp"

#include <algorithm>
#include <Eigen/Eigenvalues>

#include "distinct_columns.hpp"

namespace sinew::multigrid {

namespace {

/// starts[k] of items that are sorted by key, by counting; `place(item, position)`.
template <class Key, class Place>
void sort_by_key(int n_items, int n_keys, std::vector<int>& starts, Key&& key, Place&& place) {
    starts.assign(std::size_t(n_keys) + 1, 0);
    for (int k = 0; k < n_items; ++k)
        if (key(k) >= 0) ++starts[std::size_t(key(k)) + 1];
    for (std::size_t k = 1; k < starts.size(); ++k) starts[k] += starts[k - 1];
    std::vector<int> next(starts.begin(), starts.end() - 1);
    for (int k = 0; k < n_items; ++k)
        if (key(k) >= 0) place(k, next[std::size_t(key(k))]++);
}

}  // namespace

template <class Real, int R>
void Interpolation<Real, R>::set_structure(const SquareRows<Real, R>& A, Aggregates aggregates) {
    aggregates_ = std::move(aggregates);
    const int n = A.n_rows();
    set_columns(n, aggregates_.count, P_.starts, P_.columns, [&] {
        return [&](int i, DistinctNumbers& columns) {
            for (int b = A.begin(i); b < A.end(i); ++b)
                if (const int to = aggregates_.of_node[std::size_t(A.column(b))]; to >= 0)
                    columns.place(to);
        };
    });
    transpose_structure();
    members_.resize(std::size_t(n));
    sort_by_key(
        n, aggregates_.count, member_starts_,
        [&](int i) { return aggregates_.of_node[std::size_t(i)]; },
        [&](int i, int position) { members_[std::size_t(position)] = i; });
}

template <class Real, int R>
void Interpolation<Real, R>::transpose_structure() {
    std::vector<int> rows(P_.columns.size());
    for (int i = 0; i < P_.n_rows(); ++i)
        std::fill(rows.begin() + P_.begin(i), rows.begin() + P_.end(i), i);
    column_rows_.resize(rows.size());
    column_blocks_.resize(rows.size());
    sort_by_key(
        P_.n_blocks(), aggregates_.count, column_starts_, [&](int b) { return P_.column(b); },
        [&](int b, int position) {
            column_rows_[std::size_t(position)] = rows[std::size_t(b)];
            column_blocks_[std::size_t(position)] = b;
        });
}

template <class Real, int R>
Motions Interpolation<Real, R>::orthonormalise(const Motions& motions,
                                               Numbers<Real>& tentative) const {
    using Square = Eigen::Matrix<double, n_motions, n_motions>;
    constexpr double alike = 1e-10;  // of the squares of lengths
    make_room(tentative, std::size_t(motions.size()));
    Motions coarse = Motions::Zero(Eigen::Index(n_motions) * aggregates_.count, n_motions);
    parallel_for(aggregates_.count, [&](int aggregate) {
        Square gram = Square::Zero();
        const auto first = std::size_t(member_starts_[std::size_t(aggregate)]);
        const auto last = std::size_t(member_starts_[std::size_t(aggregate) + 1]);
        for (std::size_t k = first; k < last; ++k) {
            const auto rows = motions.middleRows<R>(Eigen::Index(R) * members_[k]);
            gram.noalias() += rows.transpose() * rows;
        }
        const Eigen::SelfAdjointEigenSolver<Square> eigen(gram);
        const Eigen::Matrix<double, n_motions, 1>& squares = eigen.eigenvalues();
        Square to_unit = Square::Zero();
        auto of_aggregate = coarse.middleRows<n_motions>(Eigen::Index(n_motions) * aggregate);
        for (int k = 0; k < n_motions; ++k) {
            if (!(squares[k] > alike * squares[n_motions - 1])) continue;
            to_unit.col(k) = eigen.eigenvectors().col(k) / std::sqrt(squares[k]);
            of_aggregate.row(k) = std::sqrt(squares[k]) * eigen.eigenvectors().col(k).transpose();
        }
        for (std::size_t k = first; k < last; ++k) {
            const Eigen::Index row = Eigen::Index(R) * members_[k];
            Eigen::Map<Eigen::Matrix<Real, R, n_motions, Eigen::RowMajor>>(tentative.data() +
                                                                           n_motions * row) =
                (motions.middleRows<R>(row) * to_unit).template cast<Real>();
        }
    });
    return coarse;
}

template <class Real, int R>
Motions Interpolation<Real, R>::compute(const SquareRows<Real, R>& A,
                                        const DiagonalBlocks<Real, R>& inverse, double omega,
                                        const Motions& motions) {
    using Six = Column<Real, n_motions>;
    constexpr int size = R * n_motions;
    Numbers<Real> tentative;
    Motions coarse = orthonormalise(motions, tentative);
    P_.make_values();
    const auto tentative_of = [&](int node) {
        return tentative.data() + std::ptrdiff_t(size) * node;
    };
    parallel_blocks(A.n_rows(), [&](int first_row, int last_row) {
        std::vector<Six> sums;  // rows of A T
        for (int i = first_row; i < last_row; ++i) {
            const int* first = P_.columns.data() + P_.begin(i);
            const int* last = P_.columns.data() + P_.end(i);
            const auto place = [&](int aggregate) {
                return std::size_t(R) * std::size_t(std::find(first, last, aggregate) - first);
            };
            sums.assign(std::size_t(R) * std::size_t(last - first), Six{});
            for (int b = A.begin(i); b < A.end(i); ++b) {
                const int j = A.column(b), aggregate = aggregates_.of_node[std::size_t(j)];
                if (aggregate < 0) continue;
                Six* sum = &sums[place(aggregate)];
                const Real *K = A.block(b), *T = tentative_of(j);
                for (int k = 0; k < R; ++k) {
                    const Six row = load_column<n_motions>(T + n_motions * k);
                    for (int r = 0; r < R; ++r) sum[r] += K[R * k + r] * row;
                }
            }
            const Real* D_inverse = inverse.block(i);
            const int own = aggregates_.of_node[std::size_t(i)];
            for (int b = P_.begin(i); b < P_.end(i); ++b) {
                const Six* sum = &sums[std::size_t(R) * std::size_t(b - P_.begin(i))];
                for (int r = 0; r < R; ++r) {
                    Six row{};
                    for (int k = 0; k < R; ++k) row -= Real(omega) * D_inverse[R * k + r] * sum[k];
                    if (P_.column(b) == own)
                        row += load_column<n_motions>(tentative_of(i) + n_motions * r);
                    store_node<n_motions, Real>(row, P_.block(b) + n_motions * r);
                }
            }
        }
    });
    return coarse;
}

template <class Real, int R>
std::size_t Interpolation<Real, R>::bytes() const {
    return P_.bytes() +
           sizeof(int) * (aggregates_.of_node.size() + column_starts_.size() + column_rows_.size() +
                          column_blocks_.size() + member_starts_.size() + members_.size());
}

template <class Real, int R>
void Interpolation<Real, R>::restrict_to(const Real* fine, Real* coarse) const {
    parallel_for(aggregates_.count, [&](int aggregate) {
        Column<Real, n_motions> sum{};
        for_column(aggregate, [&](int row, int b) {
            const Real *block = P_.block(b), *x = fine + std::ptrdiff_t(R) * row;
            for (int k = 0; k < R; ++k) sum += load_column<n_motions>(block + n_motions * k) * x[k];
        });
        store_node<n_motions, Real>(sum, coarse + std::ptrdiff_t(n_motions) * aggregate);
    });
}

template <class Real, int R>
void Interpolation<Real, R>::add_to(const Real* coarse, Real* fine) const {
    using Six = Column<Real, n_motions>;
    parallel_for(P_.n_rows(), [&](int i) {
        Six products[R] = {};  // lane by lane; their sums are the row
        for (int b = P_.begin(i); b < P_.end(i); ++b) {
            const Six motion =
                load_column<n_motions>(coarse + std::ptrdiff_t(n_motions) * P_.column(b));
            for (int r = 0; r < R; ++r)
                products[r] += load_column<n_motions>(P_.block(b) + n_motions * r) * motion;
        }
        for (int r = 0; r < R; ++r) {
            Real sum = 0;
            for (int k = 0; k < n_motions; ++k) sum += products[r][k];
            fine[std::ptrdiff_t(R) * i + r] += sum;
        }
    });
}

template class Interpolation<float, 3>;
template class Interpolation<float, n_motions>;
template class Interpolation<double, 3>;
template class Interpolation<double, n_motions>;

}  // namespace sinew::multigrid
