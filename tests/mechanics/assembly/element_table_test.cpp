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

TEST_CASE("element table: a limited stretch leaves what is thicker as it is") {
    for (const ElementType type : {ElementType::tet4, ElementType::hex8}) {
        const VolumeMesh mesh = box(type, {3, 2, 2}, {1.5, 1, 1});
        ElementTable plain(mesh, 2), limited(mesh, 2);
        limited.limit_stretch(0.2, mesh.positions);
        const Points moved = Eigen::Vector3d(0.3, 1.4, 0.8).asDiagonal() * mesh.positions +
                             0.02 * Points::Random(3, mesh.n_nodes());
        CHECK_FALSE(plain.move_nodes(moved));
        CHECK_FALSE(limited.move_nodes(moved));
        CHECK(limited.n_limited() == 0);
        CHECK(same(plain.gradients, limited.gradients));
        CHECK(same(plain.weights, limited.weights));
    }
}

TEST_CASE("element table: flattened or turned inside out, elements have the least stretch") {
    const VolumeMesh mesh = box(ElementType::tet4, {2, 1, 1}, {2, 1, 1});
    for (const double x : {0.05, 0.0, -0.5}) {
        ElementTable table(mesh, 1), expected(mesh, 1);
        table.limit_stretch(0.1, mesh.positions);
        CHECK_FALSE(table.move_nodes(Eigen::Vector3d(x, 1, 1).asDiagonal() * mesh.positions));
        CHECK(table.n_limited() == mesh.n_elements());
        expected.move_nodes(Eigen::Vector3d(0.1, 1, 1).asDiagonal() * mesh.positions);
        for (std::size_t k = 0; k < table.weights.size(); ++k)
            for (int lane = 0; lane < 8; ++lane)
                CHECK(table.weights[k][lane] == Approx(expected.weights[k][lane]).epsilon(1e-12));
        for (std::size_t k = 0; k < table.gradients.size(); ++k)
            for (int lane = 0; lane < 8; ++lane)
                CHECK(std::abs(table.gradients[k][lane] - expected.gradients[k][lane]) < 1e-11);
        CHECK_FALSE(table.move_nodes(mesh.positions));
        CHECK(table.n_limited() == 0);
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
