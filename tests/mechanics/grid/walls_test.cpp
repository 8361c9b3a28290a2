#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/walls.hpp>

using namespace sinew;

TEST_CASE("walls: a driven lid moves between walls at rest, which keep their corners") {
    const Grid grid{{0, 0, 0}, 0.25, {4, 4, 1}};
    Walls walls;
    walls[3].velocity = {2, 0, 0};
    for (const std::size_t side : {4u, 5u}) walls[side].kind = WallKind::symmetric;
    const NodeConditions conditions = conditions_of(walls, grid);
    const Lattice nodes = grid.nodes();
    for (Index i = 0; i <= 4; ++i)
        CHECK(conditions.velocity.at(nodes.at(i, 4, 0)) ==
              Eigen::Vector3d(i == 0 || i == 4 ? 0 : 2, 0, 0));
    // Within, only the plane's normal is held.
    CHECK(conditions.held[std::size_t(nodes.at(2, 2, 1))] == 4);
    CHECK(net_inflow(conditions, grid) == 0);
}

TEST_CASE("walls: the flux of an inflow is its area times its velocity, less its edges") {
    const Grid grid{{0, 0, 0}, 0.5, {2, 4, 4}};
    Walls walls;
    walls[0] = {WallKind::inflow, {3, 0, 0}};
    walls[1].kind = WallKind::outflow;
    // The nodes on the edges, a row half a cell wide, belong to the walls at rest.
    CHECK(net_inflow(conditions_of(walls, grid), grid) == Approx(3 * 1.5 * 1.5));
    for (std::size_t side = 2; side < 6; ++side) walls[side].kind = WallKind::free_slip;
    CHECK(net_inflow(conditions_of(walls, grid), grid) == Approx(3 * 2 * 2));
    CHECK(has_outflow(walls));
    walls[1] = {WallKind::inflow, {3, 0, 0}};
    CHECK(net_inflow(conditions_of(walls, grid), grid) == Approx(0).margin(1e-12));
    CHECK_FALSE(has_outflow(walls));
}
