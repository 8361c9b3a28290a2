#include <algorithm>
#include <numeric>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {

BoxTree::BoxTree(const std::vector<Box>& boxes) {
    if (boxes.empty()) return;
    items_.resize(boxes.size());
    std::iota(items_.begin(), items_.end(), 0);
    nodes_.reserve(boxes.size());
    build(boxes, 0, static_cast<int>(boxes.size()));
    item_boxes_.reserve(boxes.size());
    for (const int item : items_) item_boxes_.push_back(boxes[static_cast<std::size_t>(item)]);
}

int BoxTree::build(const std::vector<Box>& boxes, int first, int last) {
    const auto at = static_cast<int>(nodes_.size());
    const auto box_of = [&](int item) -> const Box& {
        return boxes[static_cast<std::size_t>(item)];
    };
    Box box, centers;
    for (int i = first; i < last; ++i) {
        const Box& item = box_of(items_[static_cast<std::size_t>(i)]);
        box.extend(item);
        centers.extend(item.center());
    }
    nodes_.push_back({box, first, last, -1});
    if (last - first <= leaf_size) return at;

    Eigen::Index axis = 0;
    centers.sizes().maxCoeff(&axis);
    const int middle = (first + last) / 2;
    std::nth_element(items_.begin() + first, items_.begin() + middle, items_.begin() + last,
                     [&](int a, int b) {
                         // Twice the centres: a sum, without temporaries.
                         const double x = box_of(a).min()[axis] + box_of(a).max()[axis];
                         const double y = box_of(b).min()[axis] + box_of(b).max()[axis];
                         return x != y ? x < y : a < b;
                     });
    build(boxes, first, middle);
    const int right = build(boxes, middle, last);
    nodes_[static_cast<std::size_t>(at)].right = right;
    return at;
}

}  // namespace sinew
