/// A hierarchy of bounding boxes: which things are near a point.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>
#include <utility>
#include <vector>

namespace sinew {

/// A binary tree over boxes that are given once: their centres in Morton order, halved again and
/// again. The same boxes give the same tree and the same order of visits, whatever the threads.
class BoxTree {
public:
    using Box = Eigen::AlignedBox3d;

    BoxTree() = default;
    explicit BoxTree(const std::vector<Box>& boxes);

    bool empty() const { return nodes_.empty(); }

    /// Calls visit(item) for every item whose box overlaps `box`.
    template <class Visit>
    void overlapping(const Box& box, Visit&& visit) const;

    /// The item nearest to a point: distance2(item) gives its squared distance, which must not be
    /// less than that of its box. Of equally near ones the smallest number. Returns {-1, infinity}
    /// if empty.
    template <class Distance2>
    std::pair<int, double> nearest(const Eigen::Vector3d& point, Distance2&& distance2) const;

private:
    static constexpr int leaf_size = 4;
    struct Node {
        Box box;
        int first, last;  ///< of items_
        int right;        ///< child; the left one is the next node; -1 in a leaf
    };
    int build(int first, int last);

    std::vector<Node> nodes_;
    std::vector<int> items_;
    std::vector<Box> item_boxes_;  ///< in the order of items_
};

template <class Visit>
void BoxTree::overlapping(const Box& box, Visit&& visit) const {
    if (empty()) return;
    std::vector<int> stack{0};
    while (!stack.empty()) {
        const int at = stack.back();
        stack.pop_back();
        const Node& node = nodes_[static_cast<std::size_t>(at)];
        if (!node.box.intersects(box)) continue;
        if (node.right >= 0) {
            stack.push_back(node.right);
            stack.push_back(at + 1);
            continue;
        }
        for (auto i = static_cast<std::size_t>(node.first); i < static_cast<std::size_t>(node.last);
             ++i)
            if (item_boxes_[i].intersects(box)) visit(items_[i]);
    }
}

template <class Distance2>
std::pair<int, double> BoxTree::nearest(const Eigen::Vector3d& point, Distance2&& distance2) const {
    std::pair<int, double> best{-1, std::numeric_limits<double>::infinity()};
    if (empty()) return best;
    const auto box_distance2 = [&](int node) {
        return nodes_[static_cast<std::size_t>(node)].box.squaredExteriorDistance(point);
    };
    std::vector<std::pair<double, int>> stack{{box_distance2(0), 0}};
    while (!stack.empty()) {
        const auto [d2, at] = stack.back();
        stack.pop_back();
        if (d2 > best.second) continue;
        const Node& node = nodes_[static_cast<std::size_t>(at)];
        if (node.right >= 0) {
            std::pair<double, int> near{box_distance2(at + 1), at + 1};
            std::pair<double, int> far{box_distance2(node.right), node.right};
            if (far.first < near.first) std::swap(near, far);
            stack.push_back(far);
            stack.push_back(near);
            continue;
        }
        for (auto i = static_cast<std::size_t>(node.first); i < static_cast<std::size_t>(node.last);
             ++i) {
            const double item_d2 = distance2(items_[i]);
            if (item_d2 < best.second || (item_d2 == best.second && items_[i] < best.first))
                best = {items_[i], item_d2};
        }
    }
    return best;
}

}  // namespace sinew
