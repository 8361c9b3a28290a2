#include "level.hpp"

#include <fmt/format.h>

namespace sinew::multigrid {

namespace {

/// So few nodes are factored.
constexpr int few_nodes = 100;
/// A level that has more than this part of the nodes above it does not pay.
constexpr double stalled = 0.7;

template <class Real, int Size>
std::size_t bytes_of(const BlockRows<Real, Size>& rows) {
    return sizeof(int) * (rows.starts.size() + rows.columns.size()) +
           sizeof(Real) * rows.values.size();
}

}  // namespace

template <class Real, int R>
bool CoarsestFactor::factor(const SquareRows<Real, R>& A) {
    size_ = Index(R) * A.n_rows();
    std::vector<Eigen::Triplet<double>> entries;
    std::vector<char> is_active(std::size_t(size_), 0);
    for (int i = 0; i < A.n_rows(); ++i)
        for (int b = A.begin(i); b < A.end(i); ++b)
            for (int c = 0; c < R; ++c)
                for (int r = 0; r < R; ++r)
                    if (A.block(b)[R * c + r] != 0) is_active[std::size_t(R * i + r)] = 1;
    active_.clear();
    std::vector<int> number(std::size_t(size_), -1);
    for (Index k = 0; k < size_; ++k)
        if (is_active[std::size_t(k)]) {
            number[std::size_t(k)] = int(active_.size());
            active_.push_back(k);
        }
    for (int i = 0; i < A.n_rows(); ++i)
        for (int b = A.begin(i); b < A.end(i); ++b)
            for (int c = 0; c < R; ++c)
                for (int r = 0; r < R; ++r) {
                    const int row = number[std::size_t(R * i + r)];
                    const int column = number[std::size_t(R * A.column(b) + c)];
                    if (row >= column && column >= 0)
                        entries.emplace_back(row, column, double(A.block(b)[R * c + r]));
                }
    Eigen::SparseMatrix<double> lower(Index(active_.size()), Index(active_.size()));
    lower.setFromTriplets(entries.begin(), entries.end());
    factor_.compute(lower);
    return factor_.info() == Eigen::Success;
}

template <class Real>
void CoarsestFactor::solve(const Real* b, Real* x) const {
    work_.resize(Index(active_.size()));
    for (std::size_t k = 0; k < active_.size(); ++k) work_[Index(k)] = double(b[active_[k]]);
    work_ = factor_.solve(work_).eval();
    std::fill_n(x, size_, Real(0));
    for (std::size_t k = 0; k < active_.size(); ++k) x[active_[k]] = Real(work_[Index(k)]);
}

template <class Real, int R>
Event Level<Real, R>::invert_diagonal(int depth) {
    const int bad = inverse_.invert(A);
    if (bad < 0) return {};
    return {Event::Kind::not_definite, "", -1,
            fmt::format("multigrid: the diagonal block of node {} on level {} is not positive "
                        "definite",
                        bad, depth)};
}

template <class Real, int R>
Event Level<Real, R>::make(const Motions& motions, int depth, std::vector<Aggregates>* known) {
    below_.reset();
    if (Event event = invert_diagonal(depth)) return event;
    const bool given = known && std::size_t(depth) < known->size();
    if (given || (!known && A.n_rows() > few_nodes)) {
        Aggregates aggregates =
            given ? std::move((*known)[std::size_t(depth)])
                  : aggregate(A.starts, A.columns, strengths(A, inverse_), settings_.threshold);
        if (given || aggregates.count < stalled * A.n_rows()) {
            P_.set_structure(A, std::move(aggregates));
            below_ = std::make_unique<Level<Real, n_motions>>(settings_);
            product_.set_structure(A, P_, below_->A);
        }
    }
    r_.clear();
    if (is_coarsest()) return renew(motions, depth);
    const std::size_t n_coarse = std::size_t(n_motions) * std::size_t(P_.n_aggregates());
    make_zero(r_, std::size_t(R) * std::size_t(A.n_rows()));
    make_zero(coarse_b_, n_coarse);
    make_zero(coarse_x_, n_coarse);
    const double greatest = greatest_eigenvalue(A, inverse_);
    smoother_ = {};
    smoother_.set(greatest, settings_.smoothing);
    const Motions coarse = P_.compute(A, inverse_, 4 / (3 * greatest), motions);
    product_.compute(A, P_, below_->A);
    return below_->make(coarse, depth + 1, known);
}

template <class Real, int R>
Event Level<Real, R>::renew(const Motions& motions, int depth) {
    if (is_coarsest()) {
        if (coarsest_.template factor<Real, R>(A)) return {};
        return {Event::Kind::not_definite, "", -1,
                "multigrid: the coarsest matrix is not positive definite"};
    }
    if (Event event = invert_diagonal(depth)) return event;
    const double greatest = greatest_eigenvalue(A, inverse_);
    smoother_.set(greatest, settings_.smoothing);
    const Motions coarse = P_.compute(A, inverse_, 4 / (3 * greatest), motions);
    product_.compute(A, P_, below_->A);
    return below_->renew(coarse, depth + 1);
}

template <class Real, int R>
void Level<Real, R>::cycle(const Real* b, Real* x) const {
    if (is_coarsest()) {
        coarsest_.solve(b, x);
        return;
    }
    smoother_.smooth_zero(A, inverse_, b, x, r_.data());
    P_.restrict_to(r_.data(), coarse_b_.data());
    below_->cycle(coarse_b_.data(), coarse_x_.data());
    P_.add_to(coarse_x_.data(), x);
    smoother_.smooth(A, inverse_, b, x, r_.data());
}

template <class Real, int R>
void Level<Real, R>::count(std::vector<LevelCount>& counts) const {
    counts.push_back({A.n_rows(), R, A.n_blocks()});
    if (!is_coarsest()) below_->count(counts);
}

template <class Real, int R>
std::size_t Level<Real, R>::bytes() const {
    std::size_t sum = bytes_of(A) + sizeof(Real) * (inverse_.values.size() + 5 * r_.size());
    if (!is_coarsest()) sum += bytes_of(P_.blocks()) + below_->bytes();
    return sum;
}

template <class Real, int R>
void Level<Real, R>::collect(std::vector<Aggregates>& aggregates) const {
    if (is_coarsest()) return;
    aggregates.push_back(P_.aggregates());
    below_->collect(aggregates);
}

template class Level<float, n_motions>;
template class Level<double, n_motions>;
template class Level<float, 3>;
template class Level<double, 3>;

}  // namespace sinew::multigrid
