#include "sharp_edges.hpp"

#include <algorithm>
#include <cmath>
#include <Eigen/Geometry>
#include <set>

namespace sinew {

using Eigen::Vector3d;
using Edge = Shape::Edge;

namespace {

/// Of positions, relative to the length of an edge.
constexpr double tolerance = 1e-6;

Vector3d point_of(const Edge& edge, double t) {
    return t == 1 ? edge.b : Vector3d(edge.a + t * (edge.b - edge.a));
}

/// Adds the parameters t in (0, 1) at which another edge touches this one.
void add_touches(const Edge& edge, const Edge& other, std::vector<double>& out) {
    const Vector3d u = edge.b - edge.a, v = other.b - other.a, w = other.a - edge.a;
    const double uu = u.squaredNorm(), vv = v.squaredNorm(), uv = u.dot(v);
    const auto add = [&](double t, const Vector3d& y) {
        const bool between = t > tolerance && t < 1 - tolerance;
        if (between && (edge.a + t * u - y).squaredNorm() < tolerance * tolerance * uu)
            out.push_back(t);
    };
    for (const Vector3d& end : {other.a, other.b}) add(u.dot(end - edge.a) / uu, end);
    // Closest points of the two lines; parallel ones touch by their ends alone.
    const double determinant = uu * vv - uv * uv;
    if (determinant < tolerance * uu * vv) return;
    const double s = (uv * u.dot(w) - uu * v.dot(w)) / determinant;
    if (s > 0 && s < 1) add((vv * u.dot(w) - uv * v.dot(w)) / determinant, other.a + s * v);
}

/// Ends of the stretches between crossings, as parameters of the edge: 0, ..., 1.
std::vector<double> crossings(const std::vector<Edge>& edges, std::size_t i) {
    std::vector<double> touches;
    for (std::size_t j = 0; j < edges.size(); ++j)
        if (j != i) add_touches(edges[i], edges[j], touches);
    std::sort(touches.begin(), touches.end());
    std::vector<double> ends{0};
    for (const double t : touches)
        if (t - ends.back() > tolerance) ends.push_back(t);
    ends.push_back(1);
    return ends;
}

/// False where the surface goes on evenly: half a small circle about the edge lies inside.
bool is_crease(const Shape& shape, const Vector3d& x, const Vector3d& along, double radius) {
    const Vector3d p = along.unitOrthogonal(), q = along.normalized().cross(p);
    constexpr int n = 64;
    int n_inside = 0;
    for (int k = 0; k < n; ++k) {
        const double angle = 2 * M_PI * (k + 0.25) / n;
        n_inside += shape.value(x + radius * (std::cos(angle) * p + std::sin(angle) * q)) < 0;
    }
    return std::abs(2 * n_inside - n) > 2;
}

/// Points of the shape's corners: what lies within a tolerance of one is that one.
class Corners {
public:
    int number(const Vector3d& x, double within) {
        const auto same = [&](const Vector3d& y) { return (x - y).norm() < within; };
        const auto found = std::find_if(points_.begin(), points_.end(), same);
        if (found != points_.end()) return int(found - points_.begin());
        points_.push_back(x);
        return int(points_.size()) - 1;
    }
    const Vector3d& operator[](int i) const { return points_[std::size_t(i)]; }

private:
    std::vector<Vector3d> points_;
};

/// Adds the parts of a stretch that lie on the shape's surface.
void add_exposed(const Shape& shape, const Edge& stretch, double step, double within,
                 std::vector<Edge>& out) {
    const double length = (stretch.b - stretch.a).norm();
    const int n = std::max(8, static_cast<int>(std::ceil(length / step)));
    std::vector<Vector3d> run;
    const auto close = [&] {
        if (run.size() > 1) out.push_back({run.front(), run.back()});
        run.clear();
    };
    for (int i = 0; i <= n; ++i) {
        const Vector3d x = point_of(stretch, double(i) / n);
        if (std::abs(shape.value(x)) < within)
            run.push_back(x);
        else
            close();
    }
    close();
}

}  // namespace

std::vector<Edge> sharp_edges(const Shape& shape, double step) {
    const std::vector<Edge> edges = shape.edges();
    Corners corners;
    std::set<std::pair<int, int>> known;
    std::vector<Edge> sharp;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        const double length = (edges[i].b - edges[i].a).norm(), within = tolerance * length;
        const std::vector<double> ends = crossings(edges, i);
        std::vector<Edge> exposed;
        for (std::size_t k = 0; k + 1 < ends.size(); ++k)
            add_exposed(shape, {point_of(edges[i], ends[k]), point_of(edges[i], ends[k + 1])}, step,
                        within, exposed);
        for (const auto& [a, b] : exposed) {
            if (!is_crease(shape, 0.5 * (a + b), b - a, 1e-3 * (b - a).norm())) continue;
            const int from = corners.number(a, within), to = corners.number(b, within);
            if (from != to && known.insert(std::minmax(from, to)).second)
                sharp.push_back({corners[from], corners[to]});
        }
    }
    return sharp;
}

}  // namespace sinew
