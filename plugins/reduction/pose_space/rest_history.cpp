#include "rest_history.hpp"

#include <algorithm>
#include <numeric>
#include <sinew/mechanics/pose_space/point_history.hpp>

namespace sinew::pose_space {

RestHistory::RestHistory(const RestShape& shape, Index n_nodes)
    : shape_(shape), every_(std::size_t(n_nodes)), place_(std::size_t(n_nodes), -1) {
    std::iota(every_.begin(), every_.end(), 0);
    move_to(0);
}

Points RestHistory::at(double t, const std::vector<int>& nodes) const {
    Points x(3, Index(nodes.size()));
    if (!nodes.empty()) shape_.positions(t, nodes, x);
    return x;
}

void RestHistory::keep(std::span<const int> nodes) {
    kept_.insert(kept_.end(), nodes.begin(), nodes.end());
    std::sort(kept_.begin(), kept_.end());
    kept_.erase(std::unique(kept_.begin(), kept_.end()), kept_.end());
    for (std::size_t k = 0; k < kept_.size(); ++k) place_[std::size_t(kept_[k])] = int(k);
    now_ = at(t_, kept_);
    start_ = step_.dt > 0 ? at(step_.start, kept_) : now_;
    before_ = step_.before_dt > 0 ? at(step_.before_start, kept_) : start_;
    done_.resize(3, 0);
}

void RestHistory::keep_vectors() {
    has_vectors_ = true;
    vectors_ = shape_.linear_vectors(t_);
}

void RestHistory::move_to(double t) {
    if (t == t_) return;
    t_ = std::numeric_limits<double>::quiet_NaN();
    now_ = at(t, kept_);
    if (has_vectors_) vectors_ = shape_.linear_vectors(t);
    t_ = t;
    knows_all_ = knows_rates_ = false;
}

void RestHistory::begin_step(double dt, bool has_jumped) {
    has_jumped_ = has_jumped;
    step_ = {t_, dt, done_start_, has_jumped ? 0 : done_dt_};
    start_ = now_;
    if (done_dt_ > 0 && done_.cols() != now_.cols()) done_ = at(done_start_, kept_);
    before_ = step_.before_dt > 0 ? done_ : now_;
    start_vectors_ = vectors_;
    before_vectors_ = step_.before_dt > 0 ? done_vectors_ : vectors_;
    knows_rates_ = false;
}

void RestHistory::commit() {
    if (step_.dt == 0) return;
    done_start_ = step_.start;
    done_dt_ = has_jumped_ ? 0 : step_.dt;
    done_ = start_;
    done_vectors_ = start_vectors_;
}

void RestHistory::find_accelerations(std::span<const int> nodes, Points& a) const {
    std::vector<int> places;
    for (const int node : nodes) places.push_back(place_[std::size_t(node)]);
    second_difference(now_(Eigen::all, places), start_(Eigen::all, places),
                      before_(Eigen::all, places), step_.dt, step_.before_dt, a);
}

Points RestHistory::all_accelerations() const {
    Points a;
    if (kept_.size() == every_.size())
        second_difference(now_, start_, before_, step_.dt, step_.before_dt, a);
    else
        second_difference(all(), at(step_.start, every_), at(step_.before_start, every_), step_.dt,
                          step_.before_dt, a);
    return a;
}

void RestHistory::find_linear_accelerations(Points& a) const {
    second_difference(vectors_, start_vectors_, before_vectors_, step_.dt, step_.before_dt, a);
}

void RestHistory::gather(std::span<const int> nodes, Points& x) {
    const auto is_kept = [&](int node) { return place_[std::size_t(node)] >= 0; };
    if (!std::all_of(nodes.begin(), nodes.end(), is_kept)) keep(nodes);
    x.resize(3, Index(nodes.size()));
    for (std::size_t k = 0; k < nodes.size(); ++k)
        x.col(Index(k)) = now_.col(place_[std::size_t(nodes[k])]);
}

const Points& RestHistory::all() const {
    const std::lock_guard lock(finds_all_);
    if (!knows_all_) all_ = kept_.size() == every_.size() ? now_ : at(t_, every_);
    knows_all_ = true;
    return all_;
}

const Points& RestHistory::all_rates() const {
    constexpr double soon = 1e-4;  // [s]
    const Points& now = all();
    const std::lock_guard lock(finds_all_);
    if (!knows_rates_)
        all_rates_ = step_.dt > 0 ? Points((now - at(step_.start, every_)) / step_.dt)
                                  : Points((at(t_ + soon, every_) - now) / soon);
    knows_rates_ = true;
    return all_rates_;
}

void RestHistory::save(Archive& archive, const std::string& prefix) const {
    archive.put(prefix + "/start", done_start_);
    archive.put(prefix + "/dt", done_dt_);
}

void RestHistory::restore(const Archive& archive, const std::string& prefix) {
    done_start_ = archive.number(prefix + "/start");
    done_dt_ = archive.number(prefix + "/dt");
    step_ = {done_start_, done_dt_, 0, 0};
    done_.resize(3, 0);
    if (has_vectors_) done_vectors_ = shape_.linear_vectors(done_start_);
    knows_rates_ = false;
}

}  // namespace sinew::pose_space
