#include "alternation.hpp"

#include <algorithm>

namespace sinew {

namespace {

constexpr int patience = 20;        // iterations: those that end take less than ten
constexpr int most_returns = 4;     // fewer may be a swing that dies down
constexpr double smallest = 0.02;   // change of d that counts, of an edge
constexpr double as_before = 0.25;  // of the change: so near to that before

}  // namespace

void Alternation::begin() {
    looks_ = n_held_ = 0;
    tracks_.clear();
}

void Alternation::follow(Track& track, const SkinHit* hit) {
    if (track.is_held) return;
    const Eigen::Vector3d now = hit ? hit->to_target : Eigen::Vector3d(Eigen::Vector3d::Zero());
    const double change = (now - track.last).norm();
    const bool is_back = looks_ > 2 && (now - track.before).norm() < as_before * change;
    const bool counts = looks_ > 1 && change > smallest * edge_;
    if (counts && (is_back || looks_ > patience)) ++track.returns;
    const bool is_farther =
        hit && track.was_in && hit->to_target.squaredNorm() > track.nearest.to_target.squaredNorm();
    if (track.returns >= most_returns) {
        track.is_held = true;
        ++n_held_;
        if (hit && !is_farther) track.nearest = *hit;
        return;
    }
    if (hit) track.nearest = *hit;
    track.before = track.last;
    track.last = now;
    track.was_in = hit != nullptr;
}

void Alternation::follow(const std::vector<SkinHit>& hits) {
    ++looks_;
    for (const SkinHit& hit : hits) tracks_.try_emplace(hit.key());
    auto hit = hits.begin();
    for (auto& [key, track] : tracks_) {
        const bool is_hit = hit != hits.end() && hit->key() == key;
        follow(track, is_hit ? &*hit : nullptr);
        if (is_hit) ++hit;
    }
}

void Alternation::put_held(std::vector<SkinHit>& hits) const {
    if (n_held_ == 0) return;
    const auto is_held = [&](const SkinHit& h) {
        const auto track = tracks_.find(h.key());
        return track != tracks_.end() && track->second.is_held;
    };
    hits.erase(std::remove_if(hits.begin(), hits.end(), is_held), hits.end());
    for (const auto& [key, track] : tracks_)
        if (track.is_held) {
            hits.push_back(track.nearest);
            hits.back().is_held = true;
        }
    std::sort(hits.begin(), hits.end(),
              [](const SkinHit& a, const SkinHit& b) { return a.key() < b.key(); });
}

}  // namespace sinew
