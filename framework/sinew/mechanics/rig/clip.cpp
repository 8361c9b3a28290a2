#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/mechanics/rig/clip.hpp>

namespace sinew {
namespace {

/// Keyframes before and after a time, its position between them, 0 to 1, and their distance [s].
struct KeyframePair {
    std::size_t first, second;
    double weight, interval;
};

KeyframePair keyframes_at(const std::vector<double>& times, double t, Interpolation between) {
    const auto after = std::upper_bound(times.begin(), times.end(), t);
    if (after == times.begin()) return {0, 0, 0, 0};
    const std::size_t first = std::size_t(after - times.begin()) - 1;
    if (after == times.end() || between == Interpolation::steps) return {first, first, 0, 0};
    const double interval = times[first + 1] - times[first];
    return {first, first + 1, (t - times[first]) / interval, interval};
}

/// Hermite's cubic from a to b; rates are those at its ends.
template <class Vector>
Vector cubic(const Vector& a, const Vector& a_rate, const Vector& b, const Vector& b_rate,
             const KeyframePair& at) {
    const double s = at.weight, s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * a + at.interval * (s3 - 2 * s2 + s) * a_rate +
           (3 * s2 - 2 * s3) * b + at.interval * (s3 - s2) * b_rate;
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

Eigen::VectorXd interpolated(const std::vector<double>& times, const Eigen::MatrixXd& columns,
                             Interpolation between, double t) {
    const KeyframePair at = keyframes_at(times, t, between);
    const auto first = Eigen::Index(at.first), second = Eigen::Index(at.second);
    if (between != Interpolation::cubic)
        return (1 - at.weight) * columns.col(first) + at.weight * columns.col(second);
    return cubic<Eigen::VectorXd>(columns.col(3 * first + 1), columns.col(3 * first + 2),
                                  columns.col(3 * second + 1), columns.col(3 * second), at);
}

Eigen::Quaterniond TurnTrack::at(double t) const {
    const KeyframePair at = keyframes_at(times, t, between);
    const Eigen::Quaterniond &first = values[at.first], &second = values[at.second];
    if (between != Interpolation::cubic) return first.slerp(at.weight, second);
    Eigen::Quaterniond turn;
    turn.coeffs() = cubic<Eigen::Vector4d>(first.coeffs(), leaving[at.first], second.coeffs(),
                                           arriving[at.second], at);
    return turn.normalized();
}

Eigen::Vector3d MoveTrack::at(double t) const {
    const KeyframePair at = keyframes_at(times, t, between);
    const Eigen::Vector3d &first = values[at.first], &second = values[at.second];
    if (between == Interpolation::cubic)
        return cubic(first, leaving[at.first], second, arriving[at.second], at);
    return (1 - at.weight) * first + at.weight * second;
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
