#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/velocity_system.hpp>
#include <support/small_systems.hpp>

#include "../grid/grid_fields.hpp"
#include "solid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

constexpr double dt = 0.02, mass_damping = 3, stiffness_damping = 0.01, viscosity = 40;

/// G and its forces part as dense matrices.
struct Dense {
    Dense(const SolidBlock& block, const SolidCells& cells, const Vector& masses, bool is_implicit,
          const Vector* fluid) {
        const Lattice nodes = block.grid.nodes();
        const Index n = 3 * nodes.size();
        M = Eigen::MatrixXd::Zero(n, n);
        D = M;
        for (Index node = 0; node < nodes.size(); ++node)
            for (int axis = 0; axis < 3; ++axis) {
                M(3 * node + axis, 3 * node + axis) = masses[node];
                D(3 * node + axis, 3 * node + axis) = dt * mass_damping * cells.masses()[node];
            }
        const auto corners = corner_offsets(nodes);
        const double factor = dt * stiffness_damping + (is_implicit ? dt * dt : 0);
        for (std::size_t c = 0; c < cells.cells().size(); ++c)
            for (Index a = 0; a < 8; ++a)
                for (Index b = 0; b < 8; ++b)
                    D.block<3, 3>(3 * (cells.cells()[c].node + corners[std::size_t(a)]),
                                  3 * (cells.cells()[c].node + corners[std::size_t(b)])) +=
                        factor * cells.stiffness()[c].block<3, 3>(3 * a, 3 * b).cast<double>();
        if (!fluid) return;
        const Lattice centres = block.grid.centres();
        each_place(centres, [&](Index cell, const Eigen::Vector3d&) {
            const auto at = centres.indices(cell);
            const Index low = nodes.at(at[0], at[1], at[2]);
            for (int axis = 0; axis < 3; ++axis)
                for (std::size_t a = 0; a < 8; ++a) {
                    if (a >> axis & 1) continue;
                    const Index from = low + corners[a], to = from + nodes.stride(axis);
                    const double k = dt * viscosity * block.grid.spacing / 4 * (*fluid)[cell];
                    for (Index i = 0; i < 3; ++i) {
                        D(3 * from + i, 3 * from + i) += k;
                        D(3 * to + i, 3 * to + i) += k;
                        D(3 * from + i, 3 * to + i) -= k;
                        D(3 * to + i, 3 * from + i) -= k;
                    }
                }
        });
    }
    Eigen::MatrixXd M, D;
};

Vector by_node(const VectorField& field) {
    Vector all(3 * field.size());
    for (Index node = 0; node < field.size(); ++node) all.segment<3>(3 * node) = field.at(node);
    return all;
}

VectorField random_field(const Grid& grid, unsigned seed) {
    VectorField field(grid.nodes().size());
    for (int axis = 0; axis < 3; ++axis)
        field[axis] = random_numbers(field.size(), seed + unsigned(axis));
    return field;
}

}  // namespace

TEST_CASE("velocity system: a step and the spreading of an impulse are those of dense algebra") {
    SolidBlock block;
    block.grid = {{0.4, 0.4, 0.4}, 0.2, {6, 6, 6}};
    const auto law = block.law();
    const MaterialShape shape(block.body().mesh, block.body().skin, 0.1);
    Eigen::Matrix3d A = Eigen::Matrix3d::Identity();
    A(0, 1) = 0.1;
    const VectorField u = stretched(block.grid, A);
    SolidCells cells(block.grid, block.body(), *law, shape);
    cells.find(whole(block.grid), u, std::vector<std::uint8_t>(std::size_t(u.size()), 1));
    cells.evaluate(u, true);
    const Vector masses = cells.masses() + random_masses(block.grid);
    NodeConditions conditions(u.size());
    for (Index node = 0; node < 49; ++node) conditions.prescribe(node, 1, 0.3);
    conditions.prescribe(170, 0, -0.2);
    const Vector fluid =
        (random_numbers(block.grid.centres().size()).array() + 1) / 2;  // parts of cells
    VelocitySystem::Settings settings;
    settings.tolerance = 1e-11;
    settings.max_iterations = 4000;
    settings.mass_damping = mass_damping;
    settings.stiffness_damping = stiffness_damping;
    DenseSolver by_entries;
    settings.linear = GENERATE(false, true) ? &by_entries : nullptr;
    CAPTURE(settings.linear);
    for (const bool is_implicit : {true, false})
        for (const bool is_viscous : {false, true}) {
            VelocitySystem system(block.grid, settings);
            // A step before leaves nothing behind.
            system.begin(masses, conditions, 3 * dt);
            system.add(whole(block.grid), cells, is_implicit);
            system.finish();
            system.begin(masses, conditions, dt);
            system.add(whole(block.grid), cells, is_implicit);
            if (is_viscous) system.add_viscosity(viscosity, fluid);
            system.finish();
            const Dense dense(block, cells, masses, is_implicit, is_viscous ? &fluid : nullptr);
            const VectorField f = random_field(block.grid, 11);
            VectorField v = random_field(block.grid, 21);
            conditions.impose(v);
            // Rows of what is prescribed say that it stays.
            Eigen::MatrixXd G = dense.M + dense.D;
            Vector right = dt * by_node(f) - dense.D * by_node(v);
            for (Index node = 0; node < v.size(); ++node)
                for (int axis = 0; axis < 3; ++axis) {
                    if (!conditions.is_prescribed(node, axis)) continue;
                    G.row(3 * node + axis).setZero();
                    G(3 * node + axis, 3 * node + axis) = 1;
                    right[3 * node + axis] = 0;
                }
            const Eigen::PartialPivLU<Eigen::MatrixXd> factor(G);
            const Vector expected = by_node(v) + factor.solve(right);
            CHECK(system.step(f, v).converged);
            CHECK((by_node(v) - expected).norm() < 1e-6 * expected.norm());

            VectorField w = random_field(block.grid, 31);
            for (Index node = 0; node < v.size(); ++node)
                for (int axis = 0; axis < 3; ++axis)
                    if (conditions.is_prescribed(node, axis)) w[axis][node] = 0;
            const Vector spread = factor.solve(dense.M * by_node(w));
            CHECK(system.spread(w, 1e-10).converged);
            CHECK((by_node(w) - spread).norm() < 1e-6 * spread.norm());
        }
}
