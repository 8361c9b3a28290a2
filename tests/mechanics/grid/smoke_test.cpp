#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/smoke.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("smoke: buoyancy is g (w s - beta T), of the cells about a node") {
    const Grid grid{{0, 0, 0}, 0.5, {4, 4, 4}};
    Smoke smoke(grid);
    smoke.density() = cells_of(grid, [](const Eigen::Vector3d& x) { return x[2]; });
    smoke.temperature().setConstant(100);
    VectorField acceleration(grid.nodes().size());
    smoke.add_buoyancy({{0, 0, -10}, 0.2, 0.003}, acceleration);
    const Lattice nodes = grid.nodes();
    CHECK(acceleration.at(nodes.at(2, 2, 2)).z() == Approx(-10 * (0.2 * 1 - 0.3)));
    // On the floor only the cells above count.
    CHECK(acceleration.at(nodes.at(2, 0, 0)).z() == Approx(-10 * (0.2 * 0.25 - 0.3)));
    CHECK(acceleration[0].norm() == 0);
}

TEST_CASE("smoke: none comes in through an open side, and what was there leaves") {
    const Grid grid{{0, 0, 0}, 0.1, {10, 4, 4}};
    const VectorField v =
        field_of(grid, [](const Eigen::Vector3d&) { return Eigen::Vector3d(1, 0, 0); });
    for (const bool is_open : {true, false}) {
        Smoke smoke(grid);
        smoke.density() =
            cells_of(grid, [](const Eigen::Vector3d& x) { return x[0] < 0.2 ? 1.0 : 0.0; });
        for (int s = 0; s < 40; ++s)
            smoke.advect({grid.nodes(), v}, 0.05, AdvectionScheme::maccormack,
                         {is_open, is_open, false, false, false, false});
        CHECK(smoke.density().sum() == Approx(is_open ? 0.0 : 160.0).margin(0.1));
    }
}

TEST_CASE("smoke: goes with the flow, and a checkpoint keeps it") {
    const Grid grid{{0, 0, 0}, 0.1, {20, 4, 4}};
    Smoke smoke(grid);
    smoke.density() = cells_of(
        grid, [](const Eigen::Vector3d& x) { return std::exp(-std::pow((x[0] - 0.6) / 0.2, 2)); });
    const VectorField v =
        field_of(grid, [](const Eigen::Vector3d&) { return Eigen::Vector3d(1, 0, 0); });
    const auto middle = [&] {
        double sum = 0, moment = 0;
        each_place(grid.centres(), [&](Index cell, const Eigen::Vector3d& x) {
            sum += smoke.density()[cell];
            moment += smoke.density()[cell] * x[0];
        });
        return moment / sum;
    };
    const Vector start = smoke.density();
    const double before = middle();
    for (int s = 0; s < 10; ++s)
        smoke.advect({grid.nodes(), v}, 0.05, AdvectionScheme::semi_lagrangian);
    CHECK(middle() - before == Approx(0.5).epsilon(0.002));
    // MacCormack's scheme keeps the top of the hill, and leans it a little by its limiter.
    const double blurred = smoke.density().maxCoeff();
    smoke.density() = start;
    for (int s = 0; s < 10; ++s) smoke.advect({grid.nodes(), v}, 0.05, AdvectionScheme::maccormack);
    CHECK(start.maxCoeff() - smoke.density().maxCoeff() < 0.5 * (start.maxCoeff() - blurred));
    CHECK(middle() - before == Approx(0.5).epsilon(0.05));
    Archive archive;
    smoke.save(archive, "smoke");
    Smoke other(grid);
    other.restore(archive, "smoke");
    CHECK(other.density() == smoke.density());
}
