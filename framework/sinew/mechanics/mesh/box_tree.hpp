/// A hierarchy of bounding boxes, for queries by box and for the nearest item.
#pragma once

#include <array>
#include <cmath>
#include <Eigen/Core>
#include <Eigen/Geometry>
#include <limits>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/mesh/box_group.hpp>
#include <utility>
#include <vector>

namespace sinew {

/// A tree over boxes, eight to a node and level by level: their centres in Morton order, when it is
/// made, say which are together. The boxes may move later (`refit`). The same boxes give the same
/// tree and the same order of visits, whatever the threads.
///
/// It keeps boxes in single precision, rounded outwards.
class BoxTree {
public:
    using Box = Eigen::AlignedBox3d;

    BoxTree() = default;
    /// `boxes`: one an item, which is known by its number from 0.
    explicit BoxTree(const std::vector<Box>& boxes);

    /// True if there are no items.
    bool empty() const { return items_.empty(); }
    /// The items as they are put together, neighbours near each other.
    const std::vector<int>& items() const { return items_; }

    /// The boxes have changed: box_of(i) is that of items()[i], asked for once, by several threads.
    template <class BoxOf>
    void refit(BoxOf&& box_of);
    /// The same eight at a time: fit(g, group) sets the boxes of items()[8 g] and those after it.
    template <class Fit>
    void refit_groups(Fit&& fit);

    /// Calls visit(item) for every item whose box overlaps `box`, and perhaps for some that miss it
    /// by a rounding of single precision.
    template <class Visit>
    void overlapping(const Box& box, Visit&& visit) const {
        overlapping_positions(box, [&](int position) { visit(items_[std::size_t(position)]); });
    }
    /// The same with positions in items().
    template <class Visit>
    void overlapping_positions(const Box& box, Visit&& visit) const;

    /// Calls visit(g, group, around) for every eight, items()[8 g] and those after it, of which one
    /// may overlap `box`, with a box around the eight: for many small queries near each other.
    template <class Visit>
    void overlapping_groups(const Box& box, Visit&& visit) const;

    /// The item nearest to a point: distance2(item) gives its squared distance, which must not be
    /// less than that of its box. Among equally near items the smallest number wins. Returns {-1,
    /// infinity} if there is none as near as `within2`, a squared distance.
    template <class Distance2>
    std::pair<int, double> nearest(const Eigen::Vector3d& point, Distance2&& distance2,
                                   double within2 = std::numeric_limits<double>::infinity()) const;

private:
    static constexpr int width = BoxGroup::width;
    /// Bound on the stack of a walk down the tree: at most 7 siblings a level, and a child.
    static constexpr int most_open = 96;

    void make_levels();
    int n_levels() const { return int(first_group_.size()) - 1; }
    /// Calls visit(child, parent) for the children of groups at a level whose boxes overlap the
    /// probe's.
    template <class Visit>
    void walk(int level, const BoxGroup::Probe& probe, Visit&& visit) const;
    int n_groups(int level) const {
        return first_group_[std::size_t(level) + 1] - first_group_[std::size_t(level)];
    }
    BoxGroup& group(int level, int i) {
        return groups_[std::size_t(first_group_[std::size_t(level)] + i)];
    }
    const BoxGroup& group(int level, int i) const {
        return groups_[std::size_t(first_group_[std::size_t(level)] + i)];
    }
    void fit_upper_levels();

    std::vector<int> items_;
    std::vector<BoxGroup> groups_;  ///< level by level: of items, of groups of those, ...
    std::vector<int> first_group_;  ///< of each level, and their number
};

template <class BoxOf>
void BoxTree::refit(BoxOf&& box_of) {
    const int n = int(items_.size());
    refit_groups([&](int g, BoxGroup& group) {
        for (int lane = 0; lane < width && width * g + lane < n; ++lane)
            group.set(lane, box_of(width * g + lane));
    });
}

template <class Fit>
void BoxTree::refit_groups(Fit&& fit) {
    if (empty()) return;
    parallel_for(n_groups(0), [&](int g) { fit(g, group(0, g)); });
    fit_upper_levels();
}

template <class Visit>
void BoxTree::overlapping_positions(const Box& box, Visit&& visit) const {
    if (!empty())
        walk(0, BoxGroup::Probe(box), [&](int position, const BoxGroup&) { visit(position); });
}

template <class Visit>
void BoxTree::overlapping_groups(const Box& box, Visit&& visit) const {
    if (empty()) return;
    const BoxGroup::Probe probe(box);
    if (n_levels() == 1) {
        visit(0, group(0, 0), probe);
        return;
    }
    walk(1, probe, [&](int g, const BoxGroup& parent) {
        visit(g, group(0, g), BoxGroup::Probe(parent, g % width));
    });
}

template <class Visit>
void BoxTree::walk(int level, const BoxGroup::Probe& probe, Visit&& visit) const {
    struct Open {
        int level, group;
    };
    std::array<Open, most_open> open;
    std::size_t n_open = 0;
    open[n_open++] = {n_levels() - 1, 0};
    while (n_open > 0) {
        const Open at = open[--n_open];
        const BoxGroup& parent = group(at.level, at.group);
        for (unsigned hits = parent.overlapping(probe); hits; hits &= hits - 1) {
            const int child = width * at.group + __builtin_ctz(hits);
            if (at.level == level)
                visit(child, parent);
            else
                open[n_open++] = {at.level - 1, child};
        }
    }
}

template <class Distance2>
std::pair<int, double> BoxTree::nearest(const Eigen::Vector3d& point, Distance2&& distance2,
                                        double within2) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    std::pair<int, double> best{std::numeric_limits<int>::max(), within2};
    if (empty()) return {-1, infinity};
    struct Open {
        double d2;
        int level, position;  ///< a group, or below all levels a position in items_
    };
    std::array<Open, most_open> open;
    std::size_t n_open = 0;
    open[n_open++] = {0, int(first_group_.size()) - 2, 0};
    while (n_open > 0) {
        const Open at = open[--n_open];
        if (at.d2 > best.second) continue;
        if (at.level < 0) {
            const int item = items_[std::size_t(at.position)];
            const double d2 = distance2(item);
            if (d2 < best.second || (d2 == best.second && item < best.first)) best = {item, d2};
            continue;
        }
        const std::array<double, width> d2 = group(at.level, at.position).distances2(point);
        const std::size_t first = n_open;
        for (int lane = 0; lane < width; ++lane) {
            // Lanes without a box are infinitely far, and no items.
            if (!(d2[std::size_t(lane)] <= best.second && d2[std::size_t(lane)] < infinity))
                continue;
            const Open child{d2[std::size_t(lane)], at.level - 1, width * at.position + lane};
            // The nearest on top.
            std::size_t to = n_open++;
            for (; to > first && open[to - 1].d2 < child.d2; --to) open[to] = open[to - 1];
            open[to] = child;
        }
    }
    return best.first == std::numeric_limits<int>::max() ? std::pair(-1, infinity) : best;
}

}  // namespace sinew
