#include <algorithm>
#include <cstdint>
#include <sinew/mechanics/mesh/morton_order.hpp>
#include <utility>

namespace sinew {
namespace {

/// The lowest 21 bits, two zeros between each and the next.
std::uint64_t spread(std::uint64_t x) {
    x &= 0x1fffff;
    x = (x | x << 32) & 0x1f00000000ffff;
    x = (x | x << 16) & 0x1f0000ff0000ff;
    x = (x | x << 8) & 0x100f00f00f00f00f;
    x = (x | x << 4) & 0x10c30c30c30c30c3;
    return (x | x << 2) & 0x1249249249249249;
}

}  // namespace

std::vector<int> morton_order(const Eigen::Matrix3Xd& points, const Eigen::AlignedBox3d& box) {
    if (points.cols() == 0) return {};
    const double widest = std::max(box.sizes().maxCoeff(), 1e-300);  // of one point alone
    std::vector<std::pair<std::uint64_t, int>> placed(static_cast<std::size_t>(points.cols()));
    for (std::size_t i = 0; i < placed.size(); ++i) {
        const Eigen::Vector3d cell =
            (points.col(Eigen::Index(i)) - box.min()) / widest * double(0x1fffff);
        std::uint64_t code = 0;
        for (int axis = 0; axis < 3; ++axis)
            code |= spread(static_cast<std::uint64_t>(cell[axis])) << (2 - axis);
        placed[i] = {code, static_cast<int>(i)};
    }
    std::sort(placed.begin(), placed.end());
    std::vector<int> order;
    order.reserve(placed.size());
    for (const auto& [code, point] : placed) order.push_back(point);
    return order;
}

std::vector<int> morton_order(const Eigen::Matrix3Xd& points) {
    Eigen::AlignedBox3d box;
    for (const auto point : points.colwise()) box.extend(point);
    return morton_order(points, box);
}

}  // namespace sinew
