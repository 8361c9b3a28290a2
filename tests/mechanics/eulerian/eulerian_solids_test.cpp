#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/eulerian_solids.hpp>

#include "../grid/grid_fields.hpp"
#include "solid_fields.hpp"

using namespace sinew;
using test::SolidBlock;

TEST_CASE("Eulerian solids: what an advance has changed can be taken back, to the last bit") {
    SolidBlock block;
    EulerianSolids solids(block.grid, {});
    solids.add(block.solid(), {}, {});
    const Index n = block.grid.nodes().size();
    VectorField flow(n), storm(n);
    each_point(block.grid.nodes(), [&](Index node, const std::array<Index, 3>& at) {
        const Eigen::Vector3d x = block.grid.nodes().position(at) - Eigen::Vector3d(1, 1, 1);
        flow.set(node, Eigen::Vector3d(x[0], -x[1], 0.3));
    });
    const double dt = 0.02;
    for (int axis = 0; axis < 3; ++axis)
        storm[axis] = 2 * block.grid.spacing / dt * test::random_numbers(n, 7 + unsigned(axis));
    const NodeConditions free(n);
    Walls walls;
    walls.fill({WallKind::outflow, Eigen::Vector3d::Zero()});
    const auto advance = [&](const VectorField& velocity) {
        solids.evaluate();
        solids.advance(velocity, free, walls, dt);
    };
    advance(flow);
    const Archive before = solids.before_advance();
    advance(flow);
    const Archive after = solids.before_advance();
    CHECK(before.entries() != after.entries());
    solids.roll_back(before);
    CHECK_FALSE(solids.is_evaluated());
    CHECK(solids.before_advance().entries() == before.entries());
    // What tears it to pieces is refused before it is all done.
    solids.evaluate();
    CHECK_THROWS_AS(solids.advance(storm, free, walls, dt), InvertedSolid);
    solids.roll_back(before);
    CHECK(solids.before_advance().entries() == before.entries());
    advance(flow);
    CHECK(solids.before_advance().entries() == after.entries());
}
