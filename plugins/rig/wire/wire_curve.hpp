/// The curve of a wire: positions and tangents that are linear in its control points.
#pragma once

#include <array>
#include <optional>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// Straight from point to point, or a cubic from each to the next whose tangents there are those of
/// the parabola through three neighbours (Overhauser 1968), by the lengths between them at rest.
enum class WireShape { spline, polyline };

/// A point of the curve: sum_k position[k] P[first + k], and its derivative by the length along the
/// control polygon, sum_k tangent[k] P[first + k] [1/m]. Four control points have a say at most.
struct WirePoint {
    int first = 0, count = 1;
    std::array<double, 4> position{1, 0, 0, 0}, tangent{};

    /// Either of the sums for these control points, one a column.
    template <class Columns>
    Eigen::Vector3d sum(const std::array<double, 4>& weights, const Columns& points) const {
        Eigen::Vector3d x = Eigen::Vector3d::Zero();
        for (int k = 0; k < count; ++k) x += weights[std::size_t(k)] * points.col(first + k);
        return x;
    }
};

/// A curve at rest.
class WireCurve {
public:
    /// `points`: 3 x n, n > 0, of which no two that follow each other are equal [m].
    WireCurve(Points points, WireShape shape);

    /// Number of pieces: n - 1.
    int n_segments() const { return int(points_.cols()) - 1; }
    /// A point of segment i: at its begin for s = 0, at its end for s = 1.
    WirePoint at(int segment, double s) const;
    /// Its position at rest [m].
    Eigen::Vector3d rest(const WirePoint& point) const {
        return point.sum(point.position, points_);
    }
    /// The point nearest to X, if that is nearer than `radius` [m].
    std::optional<WirePoint> nearest(const Eigen::Vector3d& X, double radius) const;

private:
    double length(int segment) const;
    /// Adds factor times the tangent at control point i to weights from `first` on.
    void add_tangent(int i, double factor, int first, std::array<double, 4>& weights) const;
    /// The s between low and high at which the distance to X is least.
    double least(int segment, double low, double high, const Eigen::Vector3d& X) const;

    Points points_;
    WireShape shape_;
    Points samples_;      ///< of all segments, each with one at its begin
    double spacing_ = 0;  ///< the largest distance of two samples that follow each other [m]
};

}  // namespace sinew
