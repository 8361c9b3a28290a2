#include "hierarchy.hpp"

#include <sinew/mechanics/math/blocked_sums.hpp>

#include "level.hpp"

namespace sinew::multigrid {

template <class Real>
Hierarchy<Real>::Hierarchy(const Settings& settings)
    : top_(std::make_unique<Level<Real, 3>>(settings)) {}

template <class Real>
Hierarchy<Real>::~Hierarchy() = default;

template <class Real>
Hierarchy<Real>::Hierarchy(Hierarchy&&) noexcept = default;

template <class Real>
SquareRows<Real, 3>& Hierarchy<Real>::finest() {
    return top_->A;
}

template <class Real>
const SquareRows<Real, 3>& Hierarchy<Real>::finest() const {
    return top_->A;
}

template <class Real>
Event Hierarchy<Real>::make(const Motions& motions, const std::vector<int>& parts) {
    return top_->make(motions, parts, 0, nullptr);
}

template <class Real>
Event Hierarchy<Real>::make(const Motions& motions, std::vector<Aggregates> aggregates) {
    return top_->make(motions, {}, 0, &aggregates);
}

template <class Real>
Event Hierarchy<Real>::renew(const Motions& motions) {
    return top_->renew(motions, 0);
}

template <class Real>
void Hierarchy<Real>::apply(const Vector& x, Vector& y) const {
    const Index n = 3 * Index(top_->A.n_rows());
    if (b_.empty()) {
        make_room(b_, std::size_t(n));
        make_room(x_, std::size_t(n));
    }
    y.resize(n);
    // Whatever the units, numbers are inside the range of single precision.
    const double length = blocked_norm(x);
    if (!(length > 0)) {
        y = x;
        return;
    }
    parallel_for(n, [&](Index i) { b_[std::size_t(i)] = Real(x[i] / length); });
    top_->cycle(b_.data(), x_.data());
    parallel_for(n, [&](Index i) { y[i] = length * double(x_[std::size_t(i)]); });
}

template <class Real>
std::vector<LevelCount> Hierarchy<Real>::counts() const {
    std::vector<LevelCount> counts;
    top_->count(counts);
    return counts;
}

template <class Real>
std::size_t Hierarchy<Real>::bytes() const {
    return top_->bytes() + sizeof(Real) * (b_.size() + x_.size());
}

template <class Real>
std::vector<Aggregates> Hierarchy<Real>::aggregates() const {
    std::vector<Aggregates> aggregates;
    top_->collect(aggregates);
    return aggregates;
}

template class Hierarchy<float>;
template class Hierarchy<double>;

}  // namespace sinew::multigrid
