#include "alternation.hpp"

#include <algorithm>

namespace sinew {

namespace {

constexpr int patience = 12;        // iterations: those that end take less than ten
constexpr int most_returns = 2;     // once may be a swing that dies down
constexpr double smallest = 0.02;   // change of a place that counts, of an edge
constexpr double as_before = 0.25;  // of the change: so near to the place before

}  // namespace

void Alternation::begin_step() {
    looks_ = n_held_ = 0;
    tracks_.clear();
}

double Alternation::between(const State& a, const State& b) const {
    if (a.is_in != b.is_in) return edge_;
    return a.is_in ? (a.at - b.at).norm() : 0;
}

void Alternation::follow(Track& track, const SkinHit* hit) {
    if (track.is_held) return;
    State now;
    if (hit) now = {true, hit->place.at};
    const double change = between(now, track.last);
    const bool is_back = looks_ > 2 && between(now, track.before) < as_before * change;
    const bool counts = looks_ > 1 && change > smallest * edge_;
    if (counts && (is_back || looks_ > patience)) ++track.returns;
    const bool is_farther = hit && track.last.is_in &&
                            hit->to_target.squaredNorm() > track.nearest.to_target.squaredNorm();
    if (track.returns >= most_returns) {
        track.is_held = true;
        ++n_held_;
        if (hit && !is_farther) track.nearest = *hit;
        return;
    }
    if (hit) track.nearest = *hit;
    track.before = track.last;
    track.last = now;
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
