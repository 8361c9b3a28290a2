#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/element_table.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

bool same(const std::vector<Pack>& a, const std::vector<Pack>& b) {
    for (std::size_t k = 0; k < a.size(); ++k)
        for (int lane = 0; lane < 8; ++lane)
            if (a[k][lane] != b[k][lane]) return false;
    return a.size() == b.size();
}

}  // namespace

TEST_CASE("element table: with its nodes moved it is that of the moved mesh, bit by bit") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        VolumeMesh mesh = box(type, {3, 2, 2}, {1.5, 1, 1}, 0.2);
        ElementTable table(mesh, 2);
        // Little enough that the order along the curve stays.
        const Points moved = 2 * mesh.positions + 1e-9 * Points::Random(3, mesh.n_nodes());
        CHECK_FALSE(table.move_nodes(moved));
        mesh.positions = moved;
        const ElementTable anew(mesh, 2);
        REQUIRE(anew.element_at == table.element_at);
        CHECK(same(anew.gradients, table.gradients));
        CHECK(same(anew.weights, table.weights));
    }
}

TEST_CASE("element table: it tells the first element that is turned inside out") {
    const VolumeMesh mesh = box(ElementType::tet4, {3, 2, 2}, {1.5, 1, 1});
    ElementTable table(mesh, 1);
    Points moved = mesh.positions;
    const int node = mesh.elements(0, 17);
    moved.col(node).x() += 10;
    const FirstBad bad = table.move_nodes(moved);
    REQUIRE(bad);
    const auto nodes = mesh.elements.col(table.element_at[std::size_t(bad.position)]);
    CHECK((nodes.array() == node).any());
    CHECK_FALSE(table.move_nodes(mesh.positions));
}
