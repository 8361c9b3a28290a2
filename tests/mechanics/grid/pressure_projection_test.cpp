#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/fluid.hpp>
#include <sinew/mechanics/grid/walls.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const Grid room{{0, 0, 0}, 0.125, {8, 6, 7}};

/// Velocities with much divergence, and those that are prescribed.
VectorField wild(const NodeConditions& conditions) {
    VectorField v(room.nodes().size());
    for (int axis = 0; axis < 3; ++axis) v[axis] = random_numbers(v.size(), unsigned(axis + 3));
    conditions.impose(v);
    return v;
}

}  // namespace

TEST_CASE("projection: takes the divergence away, and what both methods leave agrees") {
    const Vector masses = random_masses(room);
    const NodeConditions conditions = conditions_of(Walls{}, room);
    std::vector<VectorField> projected;
    for (const PressureMethod method : {PressureMethod::multigrid, PressureMethod::jacobi}) {
        PressureProjection projection(room, method, 1e-10, 2000);
        projection.set(masses, conditions);
        VectorField v = wild(conditions);
        Vector before, after;
        projection.pressure_operator().divergence(v, before);
        CHECK(projection.project(v).converged);
        projection.pressure_operator().divergence(v, after);
        CHECK(after.norm() < 2e-10 * before.norm());
        for (Index node = 0; node < v.size(); ++node)
            if (conditions.is_all_prescribed(node)) REQUIRE(v.at(node) == Eigen::Vector3d::Zero());
        // Again changes nothing.
        VectorField again = v;
        projection.project(again);
        CHECK((again[0] - v[0]).norm() < 1e-8 * v[0].norm());
        projected.push_back(v);
    }
    for (int axis = 0; axis < 3; ++axis)
        CHECK((projected[0][axis] - projected[1][axis]).norm() < 1e-7 * projected[0][axis].norm());
}

TEST_CASE("projection: cells that are left out change their volumes, and have no pressure") {
    const Vector masses = random_masses(room);
    const NodeConditions conditions = conditions_of(Walls{}, room);
    const Lattice cells = room.centres();
    std::vector<std::uint8_t> constrained(std::size_t(cells.size()), 1);
    for (Index k = 2; k < 5; ++k)
        for (Index j = 1; j < 4; ++j)
            for (Index i = 3; i < 6; ++i) constrained[std::size_t(cells.at(i, j, k))] = 0;
    std::vector<VectorField> projected;
    for (const PressureMethod method : {PressureMethod::multigrid, PressureMethod::jacobi}) {
        PressureProjection projection(room, method, 1e-10, 2000);
        projection.set(masses, conditions);
        VectorField v = wild(conditions);
        projection.project(v);  // all cells; the next begins with its pressures
        v = wild(conditions);
        projection.set_masses(masses, conditions, constrained);
        Vector before, after;
        projection.pressure_operator().divergence(v, before);
        CHECK(projection.project(v).converged);
        projection.pressure_operator().divergence(v, after);
        CHECK(after.norm() < 2e-10 * before.norm());
        PressureOperator all(room);
        all.divergence(v, after);
        for (Index cell = 0; cell < cells.size(); ++cell) {
            if (constrained[std::size_t(cell)]) continue;
            CHECK(projection.impulses()[cell] == 0);
            CHECK(std::abs(after[cell]) > 1e-6 * before.cwiseAbs().maxCoeff());
        }
        projected.push_back(v);
    }
    for (int axis = 0; axis < 3; ++axis)
        CHECK((projected[0][axis] - projected[1][axis]).norm() < 1e-7 * projected[0][axis].norm());
}

TEST_CASE("projection: is orthogonal in the masses, so that it takes kinetic energy away") {
    const Vector masses = random_masses(room);
    const NodeConditions conditions = conditions_of(Walls{}, room);
    PressureProjection projection(room, PressureMethod::multigrid, 1e-11, 2000);
    projection.set(masses, conditions);
    VectorField before = wild(conditions);
    VectorField after = before;
    projection.project(after);
    double product = 0, size = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const Vector change = before[axis] - after[axis];
        product += (masses.array() * change.array() * after[axis].array()).sum();
        size += (masses.array() * before[axis].array().square()).sum();
    }
    CHECK(std::abs(product) < 1e-8 * size);
}

TEST_CASE("projection: what walls excite in the null space is left in the flux") {
    // Even numbers of cells: a lid that ends abruptly has two ends that flow into one alternating
    // pressure.
    const Grid flat{{0, 0, 0}, 0.125, {8, 8, 1}};
    Walls walls;
    walls[3].velocity = {1, 0, 0};
    walls[4].kind = walls[5].kind = WallKind::symmetric;
    NodeConditions conditions = conditions_of(walls, flat);
    for (const Index i : {1, 7})
        for (const Index k : {0, 1}) conditions.prescribe(flat.nodes().at(i, 8, k), 0, 1);
    PressureProjection projection(flat, PressureMethod::multigrid, 1e-8, 1000);
    projection.set(uniform_masses(flat, 1), conditions);
    VectorField v = conditions.velocity;
    CHECK(projection.project(v).converged);
    Vector b;
    projection.pressure_operator().divergence(v, b);
    // One part of the flux, the same in all cells but for its sign: (-1)^(i+j).
    CHECK(b.cwiseAbs().maxCoeff() > 1e-6);
    CHECK(b.cwiseAbs().minCoeff() == Approx(b.cwiseAbs().maxCoeff()).epsilon(1e-3));
    CHECK(b[0] * b[1] < 0);
    CHECK(b.norm() < 0.2 * std::pow(0.125, 2));
    Vector none;
    projection.pressure_operator().apply(b, none);
    CHECK(none.norm() < 1e-5 * b.norm());
}

TEST_CASE("projection: what takes many iterations is not taken for what cannot be reached") {
    // A long channel, in which Jacobi's preconditioner needs more than those of the search.
    const Grid channel{{0, 0, 0}, 0.125, {160, 4, 4}};
    Walls walls;
    for (Wall& wall : walls) wall.kind = WallKind::free_slip;
    walls[0] = {WallKind::inflow, {1, 0, 0}};
    walls[1].kind = WallKind::outflow;
    const NodeConditions conditions = conditions_of(walls, channel);
    PressureProjection projection(channel, PressureMethod::jacobi, 1e-8, 5000);
    projection.set(uniform_masses(channel, 1), conditions);
    VectorField v = conditions.velocity;
    Vector before, after;
    projection.pressure_operator().divergence(v, before);
    CHECK(projection.project(v).converged);
    projection.pressure_operator().divergence(v, after);
    CHECK(after.norm() < 2e-8 * before.norm());
    CHECK((v[0].array() - 1).abs().maxCoeff() < 1e-5);
    // And then nothing is left but round-off, at any tolerance.
    CHECK(projection.project(v).converged);
}

TEST_CASE("projection: filtered pressures have no oscillation that J' does not see") {
    Vector p = cells_of(room, [](const Eigen::Vector3d& x) { return 3 * x[0] - x[1]; });
    const Lattice cells = room.centres();
    const Vector smooth = p;
    for (Index k = 0; k < cells.count[2]; ++k)
        for (Index j = 0; j < cells.count[1]; ++j)
            for (Index i = 0; i < cells.count[0]; ++i)
                p[cells.at(i, j, k)] += (i + j) % 2 ? 5.0 * double(k) : -5.0 * double(k);
    const Vector clean = filtered(p, room);
    for (Index j = 1; j < 5; ++j)
        for (Index i = 1; i < 7; ++i)
            CHECK(clean[cells.at(i, j, 3)] == Approx(smooth[cells.at(i, j, 3)]).margin(1e-12));
}
