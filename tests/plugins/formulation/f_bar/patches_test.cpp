#include "f_bar/patches.hpp"

#include <catch2/catch.hpp>
#include <set>
#include <sinew/mechanics/mesh/element.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using f_bar::Patches;

namespace {

bool all_alike(int, int) {
    return true;
}

/// A box of 1 x 0.7 x 0.9 m of 90 distorted tets, gathered.
struct Gathered {
    explicit Gathered(int size, const Patches::Alike& alike = all_alike)
        : patches(table, size, alike) {}

    std::set<int> nodes_of(int position) const {
        const std::int32_t* nodes = table.pack_nodes(position / 8) + position % 8;
        return {nodes[0], nodes[8], nodes[16], nodes[24]};
    }
    bool share_face(int one, int other) const {
        const std::set<int> a = nodes_of(one), b = nodes_of(other);
        return std::count_if(a.begin(), a.end(), [&](int n) { return b.contains(n); }) == 3;
    }
    /// How many elements of a patch its first reaches over common faces inside it.
    std::size_t n_reached(const std::vector<int>& elements) const {
        std::vector<int> reached{elements.front()};
        for (std::size_t i = 0; i < reached.size(); ++i)
            for (const int next : elements)
                if (share_face(reached[i], next) &&
                    std::find(reached.begin(), reached.end(), next) == reached.end())
                    reached.push_back(next);
        return reached.size();
    }

    VolumeMesh mesh = test::box(ElementType::tet4, {3, 2, 3}, {1.0, 0.7, 0.9}, 0.2);
    ElementTable table{mesh, force_degree(ElementType::tet4)};
    Patches patches;
};

constexpr int sizes[] = {1, 2, 5, 8, 20, 90};

}  // namespace

TEST_CASE("patches: every element lies in exactly one, and their volumes sum to the mesh's") {
    for (const int size : sizes) {
        CAPTURE(size);
        const Gathered g(size);
        std::vector<int> times(90, 0);
        double volume = 0;
        for (int p = 0; p < g.patches.size(); ++p)
            for (const int position : g.patches.elements[std::size_t(p)]) {
                ++times[std::size_t(position)];
                CHECK(g.patches.of[std::size_t(position)] == p);
                volume += g.table.weight(position / 8, 0)[position % 8];
            }
        CHECK(times == std::vector<int>(90, 1));
        CHECK(volume == Approx(0.63));
    }
}

TEST_CASE("patches: hang together over faces and have about the size asked for") {
    for (const int size : sizes) {
        CAPTURE(size);
        const Gathered g(size);
        for (const std::vector<int>& elements : g.patches.elements) {
            CHECK(2 * int(elements.size()) >= size);
            CHECK(int(elements.size()) < 2 * size + (size == 1));
            CHECK(g.n_reached(elements) == elements.size());
        }
    }
    CHECK(Gathered(1).patches.size() == 90);
    CHECK(Gathered(90).patches.size() == 1);
}

TEST_CASE("patches: list their nodes, and where each element's are among them") {
    const Gathered g(8);
    for (std::size_t p = 0; p < g.patches.elements.size(); ++p) {
        const std::vector<int>& nodes = g.patches.nodes[p];
        std::set<int> expected;
        for (std::size_t m = 0; m < g.patches.elements[p].size(); ++m) {
            const int position = g.patches.elements[p][m];
            expected.merge(g.nodes_of(position));
            for (int a = 0; a < 4; ++a)
                CHECK(nodes[std::size_t(g.patches.local[p][m][std::size_t(a)])] ==
                      g.table.pack_nodes(position / 8)[8 * a + position % 8]);
        }
        CHECK(nodes == std::vector<int>(expected.begin(), expected.end()));
    }
}

TEST_CASE("patches: those of one colour share no node, and each has one colour") {
    for (const int size : sizes) {
        CAPTURE(size);
        const Gathered g(size);
        std::vector<int> times(std::size_t(g.patches.size()), 0);
        for (const std::vector<int>& colour : g.patches.colours) {
            std::set<int> taken;
            for (const int p : colour) {
                ++times[std::size_t(p)];
                for (const int node : g.patches.nodes[std::size_t(p)])
                    CHECK(taken.insert(node).second);
            }
        }
        CHECK(times == std::vector<int>(times.size(), 1));
    }
}

TEST_CASE("patches: hold only elements that are alike, however small that leaves them") {
    // Three kinds by turns, in no order that neighbours know of.
    const auto kind = [](int position) { return position * 7 % 3; };
    const Gathered g(8, [&](int one, int other) { return kind(one) == kind(other); });
    std::size_t largest = 0;
    for (const std::vector<int>& elements : g.patches.elements) {
        largest = std::max(largest, elements.size());
        for (const int position : elements) CHECK(kind(position) == kind(elements.front()));
    }
    CHECK(largest > 1);
    CHECK(Gathered(8, [](int, int) { return false; }).patches.size() == 90);
}

TEST_CASE("patches: couple each pair of their nodes once, and no other") {
    const Gathered g(8);
    std::set<NodePair> expected;
    for (const std::vector<int>& nodes : g.patches.nodes)
        for (const int a : nodes)
            for (const int b : nodes)
                if (a < b) expected.insert(node_pair(a, b));
    CHECK(g.patches.pairs() == std::vector<NodePair>(expected.begin(), expected.end()));
}
