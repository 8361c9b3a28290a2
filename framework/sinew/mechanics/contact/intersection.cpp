#include <algorithm>
#include <array>
#include <sinew/mechanics/contact/intersection.hpp>
#include <sinew/mechanics/math/orientation.hpp>

namespace sinew {
namespace {

using Point2 = Eigen::Vector2d;

/// True if the closed segments have a point in common, all four points on one line.
bool overlap_on_line(const Point2& p, const Point2& q, const Point2& a, const Point2& b) {
    for (int i = 0; i < 2; ++i)
        if (std::max(p[i], q[i]) < std::min(a[i], b[i]) ||
            std::max(a[i], b[i]) < std::min(p[i], q[i]))
            return false;
    return true;
}

bool segments_intersect(const Point2& p, const Point2& q, const Point2& a, const Point2& b) {
    const int pa = orientation(p, q, a), pb = orientation(p, q, b);
    const int ap = orientation(a, b, p), aq = orientation(a, b, q);
    if (pa == 0 && pb == 0 && ap == 0 && aq == 0) return overlap_on_line(p, q, a, b);
    return pa * pb <= 0 && ap * aq <= 0;
}

bool is_inside(const Point2& p, const Point2& a, const Point2& b, const Point2& c) {
    const std::array signs{orientation(a, b, p), orientation(b, c, p), orientation(c, a, p)};
    const auto [least, most] = std::minmax_element(signs.begin(), signs.end());
    return *least * *most >= 0 && (*least != 0 || *most != 0);
}

/// All five points in a plane that is not square to axis `along`, which is left out.
bool intersects_in_plane(int along, const Eigen::Vector3d& p, const Eigen::Vector3d& q,
                         const std::array<Eigen::Vector3d, 3>& corners) {
    const auto flat = [&](const Eigen::Vector3d& x) {
        return Point2(x[(along + 1) % 3], x[(along + 2) % 3]);
    };
    const Point2 a = flat(corners[0]), b = flat(corners[1]), c = flat(corners[2]);
    if (is_inside(flat(p), a, b, c)) return true;
    return segments_intersect(flat(p), flat(q), a, b) ||
           segments_intersect(flat(p), flat(q), b, c) || segments_intersect(flat(p), flat(q), c, a);
}

}  // namespace

bool intersects(const Eigen::Vector3d& p, const Eigen::Vector3d& q, const Eigen::Vector3d& a,
                const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
    const int side_p = orientation(a, b, c, p), side_q = orientation(a, b, c, q);
    if (side_p * side_q > 0) return false;
    if (side_p == 0 && side_q == 0) {
        // They intersect if they do seen along every axis along which the plane is seen at all.
        for (int along = 0; along < 3; ++along)
            if (!intersects_in_plane(along, p, q, {a, b, c})) return false;
        return true;
    }
    const std::array signs{orientation(p, q, a, b), orientation(p, q, b, c),
                           orientation(p, q, c, a)};
    const auto [least, most] = std::minmax_element(signs.begin(), signs.end());
    return *least * *most >= 0;
}

}  // namespace sinew
