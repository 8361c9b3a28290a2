#include "wire_curve.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sinew/kernel/diagnostics/assert.hpp>

namespace sinew {
namespace {

constexpr int n_samples = 16;  // a segment

}  // namespace

WireCurve::WireCurve(Points points, WireShape shape) : points_(std::move(points)), shape_(shape) {
    SINEW_ASSERT(points_.cols() > 0, "{} control points", points_.cols());
    samples_.resize(3, n_samples * n_segments() + 1);
    for (int i = 0; i < n_segments(); ++i)
        for (int k = 0; k < n_samples; ++k)
            samples_.col(n_samples * i + k) = rest(at(i, double(k) / n_samples));
    samples_.col(samples_.cols() - 1) = points_.col(points_.cols() - 1);
    for (Eigen::Index k = 1; k < samples_.cols(); ++k)
        spacing_ = std::max(spacing_, (samples_.col(k) - samples_.col(k - 1)).norm());
}

double WireCurve::length(int segment) const {
    return (points_.col(segment + 1) - points_.col(segment)).norm();
}

void WireCurve::add_tangent(int i, double factor, int first, std::array<double, 4>& weights) const {
    const auto add_slope = [&](int segment, double share) {
        const double more = factor * share / length(segment);
        weights[std::size_t(segment - first)] -= more;
        weights[std::size_t(segment + 1 - first)] += more;
    };
    if (n_segments() == 1) return add_slope(0, 1);
    // At an end the parabola is that of the neighbour, whose mean slope is the segment's.
    const int middle = std::clamp(i, 1, n_segments() - 1);
    const double before = length(middle - 1), after = length(middle);
    const double sign = i == middle ? 1 : -1;
    add_slope(middle - 1, sign * after / (before + after));
    add_slope(middle, sign * before / (before + after));
    if (i != middle) add_slope(std::min(i, n_segments() - 1), 2);
}

WirePoint WireCurve::at(int segment, double s) const {
    const double h = length(segment), r = 1 - s;
    WirePoint point;
    point.first = shape_ == WireShape::polyline ? segment : std::max(segment - 1, 0);
    point.count =
        std::min(shape_ == WireShape::polyline ? 2 : 4, int(points_.cols()) - point.first);
    point.position = {};
    const std::size_t here = std::size_t(segment - point.first);
    if (shape_ == WireShape::polyline) {
        point.position[here] = r;
        point.position[here + 1] = s;
        point.tangent[here] = -1 / h;
        point.tangent[here + 1] = 1 / h;
        return point;
    }
    // Hermite's cubic and its derivative.
    point.position[here] = r * r * (1 + 2 * s);
    point.position[here + 1] = s * s * (3 - 2 * s);
    add_tangent(segment, h * s * r * r, point.first, point.position);
    add_tangent(segment + 1, -h * s * s * r, point.first, point.position);
    point.tangent[here] = -6 * s * r / h;
    point.tangent[here + 1] = 6 * s * r / h;
    add_tangent(segment, r * (1 - 3 * s), point.first, point.tangent);
    add_tangent(segment + 1, s * (3 * s - 2), point.first, point.tangent);
    return point;
}

double WireCurve::least(int segment, double low, double high, const Eigen::Vector3d& X) const {
    const auto slope = [&](double s) {
        const WirePoint point = at(segment, s);
        return (rest(point) - X).dot(point.sum(point.tangent, points_));
    };
    if (slope(low) >= 0) return low;
    if (slope(high) <= 0) return high;
    while (true) {
        const double s = 0.5 * (low + high);
        if (s <= low || s >= high) return s;
        (slope(s) < 0 ? low : high) = s;
    }
}

std::optional<WirePoint> WireCurve::nearest(const Eigen::Vector3d& X, double radius) const {
    const Eigen::VectorXd distances = (samples_.colwise() - X).colwise().norm();
    const double sampled = distances.minCoeff();
    if (sampled >= radius + spacing_) return {};
    if (n_segments() == 0) return sampled < radius ? std::optional(WirePoint()) : std::nullopt;
    std::optional<WirePoint> nearest;
    double distance = std::numeric_limits<double>::infinity();
    for (int i = 0; i < n_segments(); ++i)
        for (int k = 0; k <= n_samples; ++k) {
            const Eigen::Index here = n_samples * i + k;
            const bool is_least = (k == 0 || distances[here] <= distances[here - 1]) &&
                                  (k == n_samples || distances[here] <= distances[here + 1]);
            if (!is_least || distances[here] > sampled + spacing_) continue;
            const double s = least(i, std::max(k - 1.0, 0.0) / n_samples,
                                   std::min(k + 1.0, double(n_samples)) / n_samples, X);
            const WirePoint point = at(i, s);
            if (const double d = (rest(point) - X).norm(); d < distance) {
                nearest = point;
                distance = d;
            }
        }
    return distance < radius ? nearest : std::nullopt;
}

}  // namespace sinew
