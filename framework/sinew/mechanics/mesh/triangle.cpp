/// The closest point is found by the region of the plane in which the projection falls (Ericson,
/// Real-Time Collision Detection, 2005, section 5.1.5).

#include <algorithm>
#include <sinew/mechanics/mesh/triangle.hpp>

namespace sinew {
namespace {

/// Point in [0, 1] on the segment from a to b that is nearest to x.
double nearest_on_segment(const Eigen::Vector3d& x, const Eigen::Vector3d& a,
                          const Eigen::Vector3d& b) {
    const double length2 = (b - a).squaredNorm();
    return length2 > 0 ? std::clamp((x - a).dot(b - a) / length2, 0.0, 1.0) : 0.0;
}

}  // namespace

Eigen::Vector3d nearest_in_triangle(const Eigen::Vector3d& x, const Eigen::Vector3d& a,
                                    const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
    const Eigen::Vector3d ab = b - a, ac = c - a, ax = x - a, bx = x - b, cx = x - c;
    const double d1 = ab.dot(ax), d2 = ac.dot(ax);
    const double d3 = ab.dot(bx), d4 = ac.dot(bx);
    const double d5 = ab.dot(cx), d6 = ac.dot(cx);
    const double wa = d3 * d6 - d5 * d4, wb = d5 * d2 - d1 * d6, wc = d1 * d4 - d3 * d2;
    const double sum = wa + wb + wc;  // twice the area, squared
    if (sum > 0 && wa >= 0 && wb >= 0 && wc >= 0) return Eigen::Vector3d(wa, wb, wc) / sum;

    const double on_ab = nearest_on_segment(x, a, b), on_bc = nearest_on_segment(x, b, c),
                 on_ca = nearest_on_segment(x, c, a);
    const Eigen::Vector3d candidates[3] = {
        {1 - on_ab, on_ab, 0}, {0, 1 - on_bc, on_bc}, {on_ca, 0, 1 - on_ca}};
    const auto distance2 = [&](const Eigen::Vector3d& w) {
        return (w[0] * a + w[1] * b + w[2] * c - x).squaredNorm();
    };
    return *std::min_element(
        std::begin(candidates), std::end(candidates),
        [&](const auto& v, const auto& w) { return distance2(v) < distance2(w); });
}

}  // namespace sinew
