#include "level.hpp"

#include <fmt/format.h>

#include <cmath>

#include "galerkin.hpp"
#include "greatest_eigenvalue.hpp"

namespace sinew::multigrid {

namespace {

/// So few nodes are factored.
constexpr int few_nodes = 100;
/// A level that has more than this part of the nodes above it does not pay.
constexpr double stalled = 0.7;

/// The part of each aggregate: that of its nodes.
std::vector<int> parts_of(const Aggregates& aggregates, const std::vector<int>& parts) {
    if (parts.empty()) return {};
    std::vector<int> coarse(std::size_t(aggregates.count), 0);
    for (std::size_t i = 0; i < parts.size(); ++i)
        if (aggregates.of_node[i] >= 0) coarse[std::size_t(aggregates.of_node[i])] = parts[i];
    return coarse;
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
    if (is_full()) {
        Eigen::MatrixXd lower = Eigen::MatrixXd::Zero(Index(active_.size()), Index(active_.size()));
        for (const auto& entry : entries) lower(entry.row(), entry.col()) = entry.value();
        full_.compute(lower);
        return full_.info() == Eigen::Success;
    }
    Eigen::SparseMatrix<double> lower(Index(active_.size()), Index(active_.size()));
    lower.setFromTriplets(entries.begin(), entries.end());
    sparse_.compute(lower);
    return sparse_.info() == Eigen::Success;
}

template <class Real>
void CoarsestFactor::solve(const Real* b, Real* x) const {
    work_.resize(Index(active_.size()));
    for (std::size_t k = 0; k < active_.size(); ++k) work_[Index(k)] = double(b[active_[k]]);
    if (is_full())
        full_.solveInPlace(work_);
    else
        work_ = sparse_.solve(work_).eval();
    std::fill_n(x, size_, Real(0));
    for (std::size_t k = 0; k < active_.size(); ++k) x[active_[k]] = Real(work_[Index(k)]);
}

std::size_t CoarsestFactor::bytes() const {
    const Index n = Index(active_.size());
    const Index n_entries = is_full() ? n * n : sparse_.matrixL().nestedExpression().nonZeros();
    return sizeof(double) * std::size_t(n_entries);
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
Aggregates Level<Real, R>::find_aggregates(const std::vector<int>& parts) const {
    std::vector<float> strength = strengths(A, inverse_);
    if (!parts.empty()) cut_between(parts, A.starts, A.columns, strength);
    return aggregate(A.starts, A.columns, strength, settings_.threshold);
}

template <class Real, int R>
Event Level<Real, R>::make(const Motions& motions, const std::vector<int>& parts, int depth,
                           std::vector<Aggregates>* known) {
    below_.reset();
    if (Event event = invert_diagonal(depth)) return event;
    const bool given = known && std::size_t(depth) < known->size();
    if (given || (!known && A.n_rows() > few_nodes)) {
        Aggregates aggregates =
            given ? std::move((*known)[std::size_t(depth)]) : find_aggregates(parts);
        if (given || aggregates.count < stalled * A.n_rows()) {
            P_.set_structure(A, std::move(aggregates));
            below_ = std::make_unique<Level<Real, n_motions>>(settings_);
            set_galerkin_structure(A, P_, below_->A);
        }
    }
    r_.clear();
    if (is_coarsest()) return renew(motions, depth);
    const std::size_t n_coarse = std::size_t(n_motions) * std::size_t(P_.n_aggregates());
    make_room(r_, std::size_t(R) * std::size_t(A.n_rows()));
    make_room(coarse_b_, n_coarse);
    make_room(coarse_x_, n_coarse);
    smoother_ = {};
    Motions coarse;
    if (Event event = compute(motions, depth, coarse)) return event;
    return below_->make(coarse, parts_of(P_.aggregates(), parts), depth + 1, known);
}

template <class Real, int R>
Event Level<Real, R>::renew(const Motions& motions, int depth) {
    if (is_coarsest()) {
        if (coarsest_.template factor<Real, R>(A)) return {};
        return {Event::Kind::not_definite, "", -1,
                "multigrid: the coarsest matrix is not positive definite"};
    }
    if (Event event = invert_diagonal(depth)) return event;
    Motions coarse;
    if (Event event = compute(motions, depth, coarse)) return event;
    return below_->renew(coarse, depth + 1);
}

/// The smoother, the interpolation and the matrix below, of the values that are there.
template <class Real, int R>
Event Level<Real, R>::compute(const Motions& motions, int depth, Motions& coarse) {
    const double greatest = greatest_eigenvalue(A, inverse_);
    if (!std::isfinite(greatest))
        return {Event::Kind::not_definite, "", -1,
                fmt::format("multigrid: the eigenvalues of level {} are beyond all bounds", depth)};
    smoother_.set(greatest, settings_.smoothing);
    coarse = P_.compute(A, inverse_, 4 / (3 * greatest), motions);
    galerkin_product(A, P_, below_->A);
    return {};
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
    const std::size_t of_matrix = A.bytes() + sizeof(Real) * inverse_.values.size();
    if (is_coarsest()) return of_matrix + coarsest_.bytes();
    constexpr std::size_t n_vectors = 3;  // r_ and two of the smoother
    return of_matrix +
           sizeof(Real) * (n_vectors * r_.size() + coarse_b_.size() + coarse_x_.size()) +
           P_.bytes() + below_->bytes();
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
