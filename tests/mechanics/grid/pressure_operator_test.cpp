#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/pressure_operator.hpp>
#include <sinew/mechanics/grid/walls.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// J W J', from J and the correction of velocities alone.
Vector by_parts(const PressureOperator& pressure, const Vector& p) {
    VectorField v(pressure.grid().nodes().size());
    pressure.correct(p, v);
    Vector divergence;
    pressure.divergence(v, divergence);
    return -divergence;
}

Eigen::MatrixXd matrix_of(const PressureOperator& pressure) {
    Eigen::MatrixXd matrix(pressure.size(), pressure.size());
    Vector column;
    for (Index c = 0; c < pressure.size(); ++c) {
        pressure.apply(Vector::Unit(pressure.size(), c), column);
        matrix.col(c) = column;
    }
    return matrix;
}

Index null_dimension(const PressureOperator& pressure) {
    const Eigen::MatrixXd matrix = matrix_of(pressure);
    const Vector values = Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(matrix).eigenvalues();
    return (values.array() < 1e-10 * values.maxCoeff()).count();
}

Walls all(WallKind kind) {
    Walls walls;
    for (Wall& wall : walls) wall.kind = kind;
    return walls;
}

PressureOperator in_box(const Grid& grid, const Walls& walls) {
    PressureOperator pressure(grid);
    pressure.set_masses(random_masses(grid), conditions_of(walls, grid));
    return pressure;
}

}  // namespace

TEST_CASE("pressure operator: the divergence of a linear field is exact in every cell") {
    const Grid grid{{1, 2, 3}, 0.25, {5, 3, 4}};
    Eigen::Matrix3d gradient;
    gradient << 1, 2, 3, -4, 5, 6, 7, -8, -2.5;
    const VectorField v = field_of(grid, [&](const Eigen::Vector3d& x) {
        return Eigen::Vector3d(gradient * x + Eigen::Vector3d(1, 1, 1));
    });
    Vector divergence;
    PressureOperator(grid).divergence(v, divergence);
    const double volume = std::pow(0.25, 3);
    CHECK((divergence.array() / volume - gradient.trace()).abs().maxCoeff() < 1e-11);
}

TEST_CASE("pressure operator: J W J' is what J makes of corrected velocities, symmetric") {
    const Grid grid{{0, 0, 0}, 0.5, {5, 4, 3}};
    for (const WallKind kind : {WallKind::no_slip, WallKind::free_slip, WallKind::outflow}) {
        const PressureOperator pressure = in_box(grid, all(kind));
        const Eigen::MatrixXd matrix = matrix_of(pressure);
        CHECK((matrix - matrix.transpose()).norm() < 1e-13 * matrix.norm());
        CHECK((matrix.diagonal() - pressure.diagonal()).norm() < 1e-13 * matrix.norm());
        const Vector p = random_numbers(pressure.size());
        CHECK((matrix * p - by_parts(pressure, p)).norm() < 1e-12 * (matrix * p).norm());
        // The bound by which smoothers are made.
        const Vector scale = pressure.diagonal().cwiseSqrt().cwiseInverse();
        const Eigen::MatrixXd scaled = scale.asDiagonal() * matrix * scale.asDiagonal();
        const double largest =
            Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(scaled).eigenvalues().maxCoeff();
        CHECK(largest <= PressureOperator::largest_over_diagonal * (1 + 1e-12));
    }
}

TEST_CASE("pressure operator: its null space in a box has the dimension that is reported") {
    // Constants, (-1)^(i+j) a(k), (-1)^(j+k) a(i), (-1)^(i+k) a(j), which share (-1)^(i+j+k)
    // thrice.
    CHECK(null_dimension(in_box({{0, 0, 0}, 1, {4, 3, 5}}, all(WallKind::no_slip))) ==
          4 + 3 + 5 - 1);
    CHECK(null_dimension(in_box({{0, 0, 0}, 1, {4, 3, 5}}, all(WallKind::free_slip))) == 1);
    CHECK(null_dimension(in_box({{0, 0, 0}, 1, {4, 3, 5}}, all(WallKind::outflow))) == 0);
}
