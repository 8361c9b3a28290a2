#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/conductances.hpp>
#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/walls.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

PressureOperator slipping(const Grid& grid, WallKind kind = WallKind::free_slip) {
    PressureOperator pressure(grid);
    Walls walls;
    for (Wall& wall : walls) wall.kind = kind;
    pressure.set_masses(uniform_masses(grid, 2), conditions_of(walls, grid));
    return pressure;
}

SingleVector product(const Conductances& conductances, const SingleVector& p) {
    SingleVector y;
    conductances.apply(p, y);
    return y;
}

}  // namespace

TEST_CASE("conductances: those of a uniform fluid are h / rho, and constants have no flux") {
    const Grid grid{{0, 0, 0}, 0.1, {6, 5, 4}};
    const Conductances conductances(slipping(grid));
    const double k = 0.1 / 2;
    CHECK(product(conductances, SingleVector::Ones(conductances.size())).norm() < 1e-14);
    const Lattice cells = grid.centres();
    CHECK(conductances.diagonal()[cells.at(2, 2, 2)] == Approx(6 * k));
    CHECK(conductances.diagonal()[cells.at(0, 0, 0)] == Approx(3 * k));
    const SingleVector of_one =
        product(conductances, SingleVector::Unit(cells.size(), cells.at(2, 2, 2)));
    CHECK(of_one[cells.at(3, 2, 2)] == Approx(-k));
    CHECK(of_one.sum() == Approx(0).margin(1e-7));
    const Eigen::MatrixXd A = conductances.matrix();
    CHECK((A.col(cells.at(2, 2, 2)).cast<float>() - of_one).norm() < 1e-7);
    CHECK((A * Vector::Ones(A.cols())).norm() < 1e-15);
}

TEST_CASE("conductances: an open side is half a cell away") {
    const Grid grid{{0, 0, 0}, 0.1, {4, 4, 4}};
    const Conductances conductances(slipping(grid, WallKind::outflow));
    const double k = 0.1 / 2;
    CHECK(conductances.diagonal()[grid.centres().at(0, 2, 2)] == Approx(5 * k + 2 * k));
}

TEST_CASE("conductances: coarser grids let the same flux through") {
    // A linear pressure drives the same total flux on every level.
    const Grid grid{{0, 0, 0}, 0.1, {16, 8, 8}};
    const Conductances fine(slipping(grid));
    const Coarsening coarsening(grid.cells);
    const Conductances coarse(fine, coarsening);
    const auto flux = [](const Conductances& of, double rise) {
        const auto& n = of.cells();
        SingleVector p(of.size());
        for (Index c = 0; c < of.size(); ++c) p[c] = float(rise * double(c % n[0]));
        return product(of, p).head(n[0])[0];
    };
    CHECK(4 * flux(fine, 1) == Approx(flux(coarse, 2)));
}
