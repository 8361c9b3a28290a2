#include <algorithm>
#include <numeric>
#include <sinew/kernel/run/stop_signal.hpp>
#include <sinew/mechanics/cubature/cubature_fit.hpp>
#include <sinew/mechanics/math/nnls.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

ColumnCache::ColumnCache(const CubatureColumns& source, std::size_t bytes)
    : source_(source),
      rows_(std::size_t(source.target().size())),
      most_(std::min(bytes / (sizeof(double) * rows_), std::size_t(source.n_candidates()))),
      slot_of_(std::size_t(source.n_candidates()), -1) {}

std::vector<const double*> ColumnCache::columns(const std::vector<int>& candidates) {
    ++call_;
    std::vector<int> missing;
    for (const int c : candidates) {
        const int k = slot_of_[std::size_t(c)];
        if (k < 0)
            missing.push_back(c);
        else
            wanted_[std::size_t(k)] = call_;
    }
    // Room first: slots are never fewer than a call wants.
    const std::size_t n_slots =
        std::max(std::min(most_, held_by_.size() + missing.size()), candidates.size());
    if (n_slots > held_by_.size()) {
        next_ = held_by_.size();
        numbers_.resize(n_slots * rows_);
        held_by_.resize(n_slots, -1);
        wanted_.resize(n_slots, 0);
    }
    std::vector<double*> to;
    for (const int c : missing) {
        if (next_ >= held_by_.size()) next_ = 0;
        while (wanted_[next_] == call_) next_ = (next_ + 1) % held_by_.size();
        if (held_by_[next_] >= 0) slot_of_[std::size_t(held_by_[next_])] = -1;
        held_by_[next_] = c;
        wanted_[next_] = call_;
        slot_of_[std::size_t(c)] = int(next_);
        to.push_back(slot(next_++));
    }
    if (!missing.empty()) source_.compute(missing, to);
    std::vector<const double*> result;
    for (const int c : candidates) result.push_back(slot(std::size_t(slot_of_[std::size_t(c)])));
    return result;
}

ColumnCache::Products ColumnCache::products(const std::vector<int>& candidates, const Vector& r) {
    const auto from = columns(candidates);
    const Index n = Index(from.size());
    Products products{Vector(n), Vector(n)};
    parallel_for(n, [&](Index k) {
        const Eigen::Map<const Vector> column(from[std::size_t(k)], r.size());
        products.with_r[k] = column.dot(r);
        products.squares[k] = column.squaredNorm();
    });
    return products;
}

void CubatureFit::add(int candidate, const double* column) {
    const Index n = size();
    if (A_.cols() == n) {
        const Index room = std::max<Index>(16, 2 * n);
        A_.conservativeResize(b_->size(), room);
        gram_.conservativeResize(room, room);
        rhs_.conservativeResize(room);
    }
    A_.col(n) = Eigen::Map<const Vector>(column, b_->size());
    candidates_.push_back(candidate);
    is_in_[std::size_t(candidate)] = 1;
    gram_.col(n).head(n + 1).noalias() = A_.leftCols(n + 1).transpose() * A_.col(n);
    gram_.row(n).head(n) = gram_.col(n).head(n).transpose();
    rhs_[n] = A_.col(n).dot(*b_);
    weights_.conservativeResize(n + 1);
    weights_[n] = 0;
}

void CubatureFit::keep(const std::vector<char>& flags) {
    std::vector<Index> stay;
    for (Index k = 0; k < size(); ++k)
        if (flags[std::size_t(k)])
            stay.push_back(k);
        else
            is_in_[std::size_t(candidates_[std::size_t(k)])] = 0;
    const Index n = Index(stay.size());
    for (Index k = 0; k < n; ++k) {  // forward, so that nothing is read after it was written
        const Index from = stay[std::size_t(k)];
        candidates_[std::size_t(k)] = candidates_[std::size_t(from)];
        if (from != k) A_.col(k) = A_.col(from);
    }
    candidates_.resize(std::size_t(n));
    weights_ = weights_(stay).eval();
    rhs_.head(n) = rhs_(stay).eval();
    gram_.topLeftCorner(n, n) = gram_(stay, stay).eval();
}

void CubatureFit::solve() {
    leave_if_stopped();
    const Index n = size();
    ++n_solves_;
    NnlsSolution found = nnls(gram_.topLeftCorner(n, n), rhs_.head(n), weights_, most_exchanges_);
    if (!found.converged) ++n_unfinished_;
    weights_ = std::move(found.x);
    std::vector<char> is_used(std::size_t(n), 0);
    for (Index k = 0; k < n; ++k) is_used[std::size_t(k)] = weights_[k] > 0;
    keep(is_used);
    residual_ = *b_;
    if (size() > 0) residual_.noalias() -= columns() * weights_;
}

std::vector<int> CubatureFit::others() const {
    std::vector<int> list;
    for (std::size_t c = 0; c < is_in_.size(); ++c)
        if (!is_in_[c]) list.push_back(int(c));
    return list;
}

Cubature CubatureFit::result() const {
    std::vector<std::size_t> order(candidates_.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return candidates_[a] < candidates_[b]; });
    Cubature cubature;
    cubature.weights.resize(size());
    for (const std::size_t k : order) {
        cubature.weights[Index(cubature.candidates.size())] = weights_[Index(k)];
        cubature.candidates.push_back(candidates_[k]);
    }
    cubature.error = error();
    cubature.iterations = n_solves_;
    cubature.unfinished = n_unfinished_;
    return cubature;
}

bool FitTarget::is_reached(const CubatureFit& fit) {
    constexpr double step = 0.8;
    if (goal_.watch) goal_.watch(fit.size(), fit.error());
    if (fit.size() == 0 || fit.error() > bound_) return false;
    if (!goal_.accept || goal_.accept(fit.result())) return true;
    bound_ = step * fit.error();
    return false;
}

void shuffle_front(std::vector<int>& list, int count, Random& random) {
    const int n = int(list.size());
    for (int k = 0; k < std::min(count, n - 1); ++k)
        std::swap(list[std::size_t(k)], list[std::size_t(k + random.below(n - k))]);
}

}  // namespace sinew
