#include "moving_skin.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sinew/mechanics/mesh/quality.hpp>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {

namespace {

/// Depth in a box [m]: 0 inside, negative outside.
class BoxDepth final : public DepthField {
public:
    explicit BoxDepth(const MovingSkin::Box& box) : box_(box) {}
    double depth(const Eigen::Vector3d& x) const override { return -box_.exteriorDistance(x); }

private:
    const MovingSkin::Box& box_;
};

/// Depth beyond a plane across an axis [m].
class Beyond final : public DepthField {
public:
    Beyond(int axis, int sign, double at) : axis_(axis), sign_(sign), at_(at) {}
    double depth(const Eigen::Vector3d& x) const override { return sign_ * x[axis_] - at_; }

private:
    int axis_, sign_;
    double at_;
};

}  // namespace

MovingSkin::MovingSkin(const Body& body, int number)
    : body_(&body),
      number_(number),
      triangles_(3, body.skin.triangles.cols()),
      box_(bounding_box(body.mesh.positions)),
      positions_(body.skin.nodes.size()),
      known_(body.skin.nodes.size(), -1) {
    const std::vector<int>& nodes = body.skin.nodes;
    std::vector<std::vector<int>> around(nodes.size());
    for (Index t = 0; t < triangles_.cols(); ++t)
        for (int c = 0; c < 3; ++c) {
            const auto found =
                std::lower_bound(nodes.begin(), nodes.end(), body.skin.triangles(c, t));
            triangles_(c, t) = int(found - nodes.begin());
            around[std::size_t(triangles_(c, t))].push_back(int(t));
            const int next = body.skin.triangles((c + 1) % 3, t);
            edge_ = std::max(
                edge_, (body.mesh.positions.col(*found) - body.mesh.positions.col(next)).norm());
        }
    for (const std::vector<int>& triangles : around) {
        first_around_.push_back(int(around_.size()));
        around_.insert(around_.end(), triangles.begin(), triangles.end());
    }
    first_around_.push_back(int(around_.size()));
}

MaterialPoint MovingSkin::point(int triangle, const Eigen::Vector3d& weights) const {
    MaterialPoint point{number_, 3, {}, {}};
    for (int c = 0; c < 3; ++c) {
        point.nodes[std::size_t(c)] = body_->skin.triangles(c, triangle);
        point.weights[std::size_t(c)] = weights[c];
    }
    return point;
}

void MovingSkin::update_positions(const PointMotion& motion) {
    motion_ = &motion;
    ++now_;
    is_known_ =
        motion.skin_near(number_, Beyond(0, 1, std::numeric_limits<double>::infinity()), 0, near_);
    find_box();
}

/// The last box is a good first guess of the present one; the result does not depend on it.
void MovingSkin::find_box() {
    Box box;
    if (is_known_)
        for (int axis = 0; axis < 3; ++axis) {
            box.min()[axis] = -farthest(axis, -1, -box_.min()[axis]);
            box.max()[axis] = farthest(axis, 1, box_.max()[axis]);
        }
    if (!is_known_ || !box.sizes().allFinite())
        for (int k = 0; k < n_nodes(); ++k) box.extend(position(k));
    box_ = box;
}

/// The farthest extent of the skin along an axis, or against it (sign -1) [m]: of the nodes beyond
/// a plane, which goes back until there are some. Infinite if there never are (positions that are
/// not numbers).
double MovingSkin::farthest(int axis, int sign, double guess) const {
    double back = 0.01 * edge_;
    for (double at = guess - back; std::isfinite(at); at -= back *= 2) {
        look(Beyond(axis, sign, at), 0);
        double far = at;
        for (const int k : near_) far = std::max(far, sign * position(k)[axis]);
        if (far > at) return far;
    }
    return std::numeric_limits<double>::infinity();
}

const Eigen::Vector3d& MovingSkin::position(int node) const {
    const auto k = std::size_t(node);
    if (known_[k] != now_) {
        positions_[k] = motion_->position(this->node(node));
        known_[k] = now_;
    }
    return positions_[k];
}

MovingSkin::Box MovingSkin::box_of(int triangle) const {
    Box box;
    for (const int k : triangles_.col(triangle)) box.extend(position(k));
    return box;
}

bool MovingSkin::look(const DepthField& field, double margin) const {
    return is_known_ && motion_->skin_near(number_, field, margin, near_);
}

void MovingSkin::nodes_in(const Box& box, std::vector<int>& found) const {
    found.clear();
    if (look(BoxDepth(box), 0)) {
        for (const int k : near_)
            if (box.contains(position(k))) found.push_back(k);
    } else {
        for (int k = 0; k < n_nodes(); ++k)
            if (box.contains(position(k))) found.push_back(k);
    }
}

/// No point of a triangle is farther from its nearest corner than its longest edge / sqrt(3), so
/// that one of them is that near to the box.
void MovingSkin::triangles_at(const Box& box, std::vector<int>& found) const {
    found.clear();
    if (look(BoxDepth(box), 2 * edge_ / std::sqrt(3.0))) {
        for (const int k : near_) {
            const std::span<const int> triangles = around(k);
            found.insert(found.end(), triangles.begin(), triangles.end());
        }
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
    } else {
        for (int t = 0; t < int(triangles_.cols()); ++t) found.push_back(t);
    }
    std::erase_if(found, [&](int t) { return !box.intersects(box_of(t)); });
}

Eigen::Vector3d MovingSkin::nearest(int triangle, const Eigen::Vector3d& x) const {
    const Eigen::Vector3i c = corners(triangle);
    return nearest_in_triangle(x, position(c[0]), position(c[1]), position(c[2]));
}

Eigen::Vector3d MovingSkin::place(int triangle, const Eigen::Vector3d& weights) const {
    const Eigen::Vector3i c = corners(triangle);
    return weights[0] * position(c[0]) + weights[1] * position(c[1]) + weights[2] * position(c[2]);
}

MovingSkin::SurfacePoint MovingSkin::walk(const Eigen::Vector3d& x, int triangle, int but) const {
    const auto distance2 = [&](const SurfacePoint& at) {
        return (place(at.triangle, at.weights) - x).squaredNorm();
    };
    SurfacePoint here{triangle, nearest(triangle, x)};
    double least = distance2(here);
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        const std::vector<int> at = between(here.triangle, here.weights);
        if (at.size() == 3) break;
        for (const int node : at)
            for (const int t : around(node)) {
                if ((triangles_.col(t).array() == but).any()) continue;
                const SurfacePoint there{t, nearest(t, x)};
                const double d2 = distance2(there);
                if (!(d2 < least)) continue;
                here = there;
                least = d2;
                goes_on = true;
            }
    }
    return here;
}

std::vector<int> MovingSkin::between(int triangle, const Eigen::Vector3d& weights) const {
    std::vector<int> nodes;
    for (int c = 0; c < 3; ++c)
        if (weights[c] != 0) nodes.push_back(triangles_(c, triangle));
    return nodes;
}

bool MovingSkin::encloses(const Eigen::Vector3d& x, int triangle,
                          const Eigen::Vector3d& weights) const {
    const std::vector<int> at = between(triangle, weights);
    Eigen::Vector3d outward = Eigen::Vector3d::Zero();
    if (at.size() == 3) {
        outward = normal(triangle);
    } else if (at.size() == 2) {
        for (const int t : around(at[0]))
            if ((triangles_.col(t).array() == at[1]).any()) outward += normal(t);
    } else {
        outward = sum_around(at[0]);
    }
    return (x - place(triangle, weights)).dot(outward) < 0;
}

std::span<const int> MovingSkin::around(int node) const {
    const int first = first_around_[std::size_t(node)];
    const int last = first_around_[std::size_t(node) + 1];
    return {around_.data() + first, std::size_t(last - first)};
}

Eigen::Vector3d MovingSkin::normal(int triangle) const {
    const Eigen::Vector3i c = corners(triangle);
    const Eigen::Vector3d& a = position(c[0]);
    return (position(c[1]) - a).cross(position(c[2]) - a).normalized();
}

Eigen::Vector3d MovingSkin::sum_around(int node) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const int t : around(node)) sum += angle(t, node) * normal(t);
    return sum;
}

Eigen::Vector3d MovingSkin::normal_at(int node) const {
    return sum_around(node).normalized();
}

double MovingSkin::angle(int triangle, int node) const {
    Eigen::Vector3i c = corners(triangle);
    while (c[0] != node) c = Eigen::Vector3i(c[1], c[2], c[0]);
    const Eigen::Vector3d a = position(c[1]) - position(c[0]), b = position(c[2]) - position(c[0]);
    return std::atan2(a.cross(b).norm(), a.dot(b));
}

}  // namespace sinew
