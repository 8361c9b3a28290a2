#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/interpolation.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("trilinear: reproduces what is linear along every axis") {
    const Grid grid{{-1, 0, 2}, 0.5, {4, 3, 5}};
    const auto f = [](const Eigen::Vector3d& x) {
        return 1 + 2 * x[0] - x[1] + 3 * x[2] + x[0] * x[1] - 2 * x[0] * x[1] * x[2];
    };
    const Vector field = cells_of(grid, f);
    const Eigen::Vector3d x(0.1, 0.77, 3.3);
    const Trilinear at = TrilinearInterpolation(grid.centres()).at(x);
    CHECK(at.of(field) == Approx(f(x)));
    Interleaved both(std::size_t(field.size()), Eigen::Vector4d::Zero());
    for (Index i = 0; i < field.size(); ++i) both[std::size_t(i)] << field[i], -2 * field[i], 0, 0;
    CHECK(at.of(both)[0] == Approx(f(x)));
    CHECK(at.of(both)[1] == Approx(-2 * f(x)));
    const auto [least, largest] = at.range(both);
    CHECK((least[0] < f(x) && f(x) < largest[0]));
    CHECK(least[1] == Approx(-2 * largest[0]));
}

TEST_CASE("trilinear: outside, the nearest value; along one cell, no change") {
    const Grid flat{{0, 0, 0}, 1, {4, 4, 1}};
    const Vector field = cells_of(flat, [](const Eigen::Vector3d& x) { return x[0] + 10 * x[1]; });
    const auto at = [&](double x, double y, double z) {
        return TrilinearInterpolation(flat.centres()).at({x, y, z}).of(field);
    };
    CHECK(at(-7, 2, 0.5) == Approx(0.5 + 20));
    CHECK(at(9, 9, 9) == Approx(3.5 + 35));
    CHECK(at(2, 2, 0) == at(2, 2, 1));
}
