#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/volume_healing.hpp>

#include "solid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("volume healing: a solid that has grown is asked to shrink, and fluid takes its place") {
    SolidBlock block;
    std::vector<std::unique_ptr<EulerianSolid>> solids;
    solids.push_back(block.solid());
    EulerianSolid& solid = *solids.front();
    const Lattice nodes = block.grid.nodes(), cells = block.grid.centres();
    const Eigen::Vector3d middle = bounding_box(block.body().mesh.positions).center();
    VectorField v(nodes.size());
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        v.set(node, 0.1 * (nodes.position(at) - middle));
    });
    constexpr int steps = 4;
    constexpr double dt = 0.05, time = 0.2;
    for (int step = 0; step < steps; ++step) {
        solid.evaluate(false);
        solid.take(v, NodeConditions(v.size()));
        solid.advance(dt);
    }
    solid.evaluate(false);
    Vector fluid = Vector::Ones(cells.size());
    for (const SolidCell& cell : solid.cells().cells())
        fluid[solid.box().in_grid(cells, cell.at)] -= cell.fraction;

    NodeConditions conditions(v.size());
    const Vector flux = flux_that_heals(block.grid, solids, fluid, conditions, time);
    CHECK(std::abs(flux.sum()) < 1e-12 * flux.cwiseAbs().sum());
    // div v = 0.3 1/s for 0.2 s: ln J = 0.06.
    const double of_cell = -std::pow(block.grid.spacing, 3) * 0.3 * steps * dt / time;
    const Index inside = cells.at(10, 9, 9);
    REQUIRE(fluid[inside] == 0);
    CHECK(flux[inside] == Approx(of_cell).epsilon(0.03));

    // Cells that are held keep what they have, and all together, too.
    for (const Index corner : corner_offsets(nodes))
        for (int axis = 0; axis < 3; ++axis)
            conditions.prescribe(nodes.at(10, 9, 9) + corner, axis, 0);
    const Vector held = flux_that_heals(block.grid, solids, fluid, conditions, time);
    CHECK(held[inside] == 0);
    CHECK(std::abs(held.sum()) < 1e-12 * held.cwiseAbs().sum());
}

TEST_CASE("volume healing: a solid as it was placed asks for nothing") {
    SolidBlock block("{type: neo_hookean, young: 2 kPa, poisson: 0.3, density: 500}",
                     "    initial: {stretch: [1.1, 1, 0.8]}\n");
    std::vector<std::unique_ptr<EulerianSolid>> solids;
    solids.push_back(block.solid());
    solids.front()->evaluate(false);
    const Vector fluid = Vector::Ones(block.grid.centres().size());
    const NodeConditions conditions(block.grid.nodes().size());
    const Vector flux = flux_that_heals(block.grid, solids, fluid, conditions, 0.1);
    CHECK(flux.cwiseAbs().maxCoeff() < 1e-8 * std::pow(block.grid.spacing, 3));
}
