#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/rig/clip.hpp>

namespace sinew {
namespace {

/// Keyframes beside a time, and how far it is from the first to the second.
struct Between {
    std::size_t first, second;
    double weight;
};

Between between(const std::vector<double>& times, double t, bool steps) {
    const auto after = std::upper_bound(times.begin(), times.end(), t);
    if (after == times.begin()) return {0, 0, 0};
    const std::size_t first = std::size_t(after - times.begin()) - 1;
    if (after == times.end() || steps) return {first, first, 0};
    return {first, first + 1, (t - times[first]) / (times[first + 1] - times[first])};
}

template <class Track>
void widen(const Track& track, double& begin, double& end, bool& any) {
    if (track.times.empty()) return;
    begin = any ? std::min(begin, track.times.front()) : track.times.front();
    end = any ? std::max(end, track.times.back()) : track.times.back();
    any = true;
}

std::pair<double, double> span(const Clip& clip) {
    double begin = 0, end = 0;
    bool any = false;
    for (const TurnTrack& track : clip.turns) widen(track, begin, end, any);
    for (const MoveTrack& track : clip.moves) widen(track, begin, end, any);
    return {begin, end};
}

}  // namespace

Eigen::Quaterniond TurnTrack::at(double t) const {
    const Between at = between(times, t, steps);
    return values[at.first].slerp(at.weight, values[at.second]);
}

Eigen::Vector3d MoveTrack::at(double t) const {
    const Between at = between(times, t, steps);
    return (1 - at.weight) * values[at.first] + at.weight * values[at.second];
}

double Clip::begin() const {
    return span(*this).first;
}

double Clip::end() const {
    return span(*this).second;
}

SkeletonPose Clip::at(double t) const {
    SkeletonPose pose(turns.size());
    for (std::size_t j = 0; j < pose.size(); ++j) {
        if (!turns[j].times.empty()) pose[j].turn = turns[j].at(t);
        if (!moves[j].times.empty()) pose[j].move = moves[j].at(t);
    }
    return pose;
}

SkeletonPose blend(const SkeletonPose& first, const SkeletonPose& second, double weight) {
    SINEW_ASSERT(first.size() == second.size(), "{} != {}", first.size(), second.size());
    SkeletonPose pose(first.size());
    for (std::size_t j = 0; j < pose.size(); ++j) {
        pose[j].turn = first[j].turn.slerp(weight, second[j].turn);
        pose[j].move = (1 - weight) * first[j].move + weight * second[j].move;
    }
    return pose;
}

}  // namespace sinew
