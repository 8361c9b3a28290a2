#include <algorithm>
#include <cstdint>
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
        const Eigen::Vector3d place = cells * (boxes[i].center() - all.min());
        std::uint64_t code = 0;
        for (int axis = 0; axis < 3; ++axis)
            code |= spread(static_cast<std::uint64_t>(place[axis])) << (2 - axis);
        order[i] = {code, static_cast<int>(i)};
    }
    std::sort(order.begin(), order.end());
    return order;
}

}  // namespace

BoxTree::BoxTree(const std::vector<Box>& boxes) {
    if (boxes.empty()) return;
    items_.reserve(boxes.size());
    item_boxes_.reserve(boxes.size());
    for (const Placed& placed : in_morton_order(boxes)) {
        items_.push_back(placed.item);
        item_boxes_.push_back(boxes[static_cast<std::size_t>(placed.item)]);
    }
    nodes_.reserve(boxes.size());
    build(0, static_cast<int>(boxes.size()));
}

int BoxTree::build(int first, int last) {
    const auto at = static_cast<int>(nodes_.size());
    const auto node = [this](int i) -> Node& { return nodes_[static_cast<std::size_t>(i)]; };
    nodes_.push_back({Box(), first, last, -1});
    if (last - first <= leaf_size) {
        for (int i = first; i < last; ++i)
            node(at).box.extend(item_boxes_[static_cast<std::size_t>(i)]);
        return at;
    }
    const int middle = (first + last) / 2;
    build(first, middle);
    const int right = build(middle, last);
    node(at).right = right;
    node(at).box = node(at + 1).box.merged(node(right).box);
    return at;
}

}  // namespace sinew
