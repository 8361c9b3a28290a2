#include <algorithm>
#include <cstdint>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

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

struct Placed {
    std::uint64_t code;
    int item;
    bool operator<(const Placed& other) const {
        return code != other.code ? code < other.code : item < other.item;
    }
};

/// The items along a curve that keeps neighbours together (Morton, 1966). The grid's cells are
/// cubes, so that long bodies are first cut across.
std::vector<Placed> in_morton_order(const std::vector<BoxTree::Box>& boxes) {
    BoxTree::Box all;
    for (const auto& box : boxes) all.extend(box.center());
    const double widest = all.sizes().maxCoeff();
    const double cells = widest > 0 ? 0x1fffff / widest : 0.0;
    std::vector<Placed> order(boxes.size());
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const Eigen::Vector3d position = cells * (boxes[i].center() - all.min());
        std::uint64_t code = 0;
        for (int axis = 0; axis < 3; ++axis)
            code |= spread(static_cast<std::uint64_t>(position[axis])) << (2 - axis);
        order[i] = {code, static_cast<int>(i)};
    }
    std::sort(order.begin(), order.end());
    return order;
}

}  // namespace

BoxTree::BoxTree(const std::vector<Box>& boxes) {
    if (boxes.empty()) return;
    items_.reserve(boxes.size());
    for (const Placed& placed : in_morton_order(boxes)) items_.push_back(placed.item);
    make_levels();
    refit([&](int position) -> const Box& {
        return boxes[static_cast<std::size_t>(items_[static_cast<std::size_t>(position)])];
    });
}

void BoxTree::make_levels() {
    first_group_.assign(1, 0);
    for (int n = int(items_.size()); first_group_.size() == 1 || n > 1;) {
        n = (n + width - 1) / width;
        first_group_.push_back(first_group_.back() + n);
    }
    groups_.assign(static_cast<std::size_t>(first_group_.back()), BoxGroup());
}

void BoxTree::fit_upper_levels() {
    for (int level = 1; level + 1 < int(first_group_.size()); ++level) {
        const int n = n_groups(level - 1);
        parallel_for_if(n > 4096, n_groups(level), [&](int g) {
            for (int lane = 0; lane < width && width * g + lane < n; ++lane)
                group(level, g).set(lane, group(level - 1, width * g + lane));
        });
    }
}

}  // namespace sinew
