#include <catch2/catch.hpp>
#include <numbers>
#include <sinew/mechanics/grid/advection.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;
using std::numbers::pi;

namespace {

Grid square(Index n) {
    return {{0, 0, 0}, 1 / double(n), {n, n, 1}};
}

/// The largest error of a smooth hill that turned about the middle of a square once.
double error_after_a_turn(Index n, AdvectionScheme scheme) {
    const Grid grid = square(n);
    const Eigen::Vector3d middle(0.5, 0.5, 0);
    const VectorField v = field_of(grid, [&](const Eigen::Vector3d& x) {
        return Eigen::Vector3d(-(x - middle)[1], (x - middle)[0], 0);
    });
    const auto hill = [](const Eigen::Vector3d& x) {
        const double r = std::hypot(x[0] - 0.6, x[1] - 0.5);
        return std::exp(-r * r / 0.02);
    };
    Vector field = cells_of(grid, hill);
    const Vector exact = field;
    const Advection advection(grid.nodes(), v);
    const int steps = int(2 * n);
    for (int s = 0; s < steps; ++s)
        field = advection.advect(grid.centres(), {&field}, 2 * pi / steps, scheme).front();
    return (field - exact).cwiseAbs().maxCoeff();
}

}  // namespace

TEST_CASE("advection: a uniform flow carries a linear field exactly") {
    const Grid grid{{0, 0, 0}, 0.1, {10, 8, 6}};
    const VectorField v =
        field_of(grid, [](const Eigen::Vector3d&) { return Eigen::Vector3d(0.3, -0.2, 0.1); });
    const auto f = [](const Eigen::Vector3d& x) { return 2 * x[0] + x[1] - x[2]; };
    const Vector field = cells_of(grid, f);
    const double dt = 0.4, moved = 2 * 0.3 - 0.2 - 0.1;
    for (const auto scheme : {AdvectionScheme::semi_lagrangian, AdvectionScheme::maccormack}) {
        const Vector after =
            Advection(grid.nodes(), v).advect(grid.centres(), {&field}, dt, scheme).front();
        const Index cell = grid.centres().at(5, 4, 3);
        CHECK(after[cell] == Approx(field[cell] - dt * moved));
    }
}

TEST_CASE("advection: a trace follows a turn to third order in its angle") {
    const Grid grid = square(32);
    const VectorField v = field_of(
        grid, [](const Eigen::Vector3d& x) { return Eigen::Vector3d(0.5 - x[1], x[0] - 0.5, 0); });
    const Advection advection(grid.nodes(), v);
    const auto error = [&](double angle) {
        const Eigen::Vector3d x(0.8, 0.5, 0.01);
        const Eigen::Vector3d exact(0.5 + 0.3 * std::cos(angle), 0.5 - 0.3 * std::sin(angle), 0.01);
        return (advection.origin_of(x, angle) - exact).norm();
    };
    CHECK(error(0.1) == Approx(0.3 * std::pow(0.1, 3) / 6).epsilon(0.05));
    CHECK(error(0.2) / error(0.1) == Approx(8).epsilon(0.1));
}

TEST_CASE("advection: MacCormack's scheme is of second order, and makes no new extremes") {
    const double blurred = error_after_a_turn(64, AdvectionScheme::semi_lagrangian);
    const double coarse = error_after_a_turn(32, AdvectionScheme::maccormack);
    const double fine = error_after_a_turn(64, AdvectionScheme::maccormack);
    CHECK(fine < blurred / 4);
    CHECK(coarse / fine > 3);
    const Grid grid = square(24);
    const VectorField v = field_of(grid, [](const Eigen::Vector3d& x) {
        return Eigen::Vector3d(std::sin(pi * x[0]), -x[1], 0);
    });
    Vector step = cells_of(grid, [](const Eigen::Vector3d& x) { return x[0] > 0.4 ? 1.0 : 0.0; });
    for (int s = 0; s < 20; ++s)
        step = Advection(grid.nodes(), v)
                   .advect(grid.centres(), {&step}, 0.03, AdvectionScheme::maccormack)
                   .front();
    CHECK(step.minCoeff() >= 0);
    CHECK(step.maxCoeff() <= 1);
}
