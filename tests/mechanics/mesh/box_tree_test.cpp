#include <catch2/catch.hpp>
#include <random>
#include <set>
#include <sinew/mechanics/mesh/box_tree.hpp>

using namespace sinew;

namespace {

std::vector<BoxTree::Box> random_boxes(int n, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> place(-3, 5), size(0, 0.2);
    std::vector<BoxTree::Box> boxes;
    for (int i = 0; i < n; ++i) {
        const Eigen::Vector3d x(place(random), place(random), place(random));
        boxes.emplace_back(x, x + Eigen::Vector3d(size(random), size(random), size(random)));
    }
    return boxes;
}

}  // namespace

TEST_CASE("box tree: refitted boxes are found as if the tree were made of them") {
    // One level, several, and a last group that is not full.
    for (const int n : {1, 8, 9, 64, 65, 700}) {
        CAPTURE(n);
        const auto before = random_boxes(n, 1), after = random_boxes(n, 2);
        BoxTree tree(before);
        tree.refit([&](int place) { return after[std::size_t(tree.items()[std::size_t(place)])]; });
        for (const BoxTree::Box& box : random_boxes(30, 3)) {
            std::set<int> all, found, in_groups;
            for (int i = 0; i < n; ++i)
                if (after[std::size_t(i)].intersects(box)) all.insert(i);
            tree.overlapping(box, [&](int i) { found.insert(i); });
            tree.overlapping_groups(box, [&](int g, const BoxGroup& group, const auto&) {
                for (unsigned hits = group.overlapping(BoxGroup::Probe(box)); hits;
                     hits &= hits - 1)
                    in_groups.insert(tree.items().at(std::size_t(8 * g + __builtin_ctz(hits))));
            });
            CHECK(found == all);
            CHECK(in_groups == all);
            const auto distance2 = [&](int i) {
                return after[std::size_t(i)].squaredExteriorDistance(box.center());
            };
            const auto [nearest, d2] = tree.nearest(box.center(), distance2);
            for (int i = 0; i < n; ++i) CHECK(distance2(i) >= d2);
            CHECK(tree.nearest(box.center(), distance2, d2).first == nearest);
            if (d2 > 0) CHECK(tree.nearest(box.center(), distance2, 0.99 * d2).first == -1);
        }
    }
}

TEST_CASE("box tree: boxes far from the origin are rounded outwards") {
    const Eigen::Vector3d far(1e6, -3e7, 12345.678);
    const BoxTree tree({{far, far}, {far * 1.001, far * 1.001}});
    int n = 0;
    tree.overlapping({far, far}, [&](int i) { n += i == 0; });
    CHECK(n == 1);
}
