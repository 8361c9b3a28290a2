#include <catch2/catch.hpp>

#include "../grid/grid_fields.hpp"
#include "solid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const Eigen::Matrix3d stretch =
    (Eigen::Matrix3d() << 1.1, 0.15, 0, -0.05, 0.9, 0.1, 0.08, 0, 1.05).finished();

struct Cells {
    explicit Cells(SolidBlock& block, const Eigen::Matrix3d& A = stretch)
        : Cells(block, stretched(block.grid, A), block.law()) {}
    Cells(SolidBlock& block, VectorField displacement, std::unique_ptr<const PointLaw> of_body)
        : law(std::move(of_body)),
          shape(block.body().mesh, block.body().skin, 0.05),
          u(std::move(displacement)),
          cells(block.grid, block.body(), *law, shape) {
        cells.find(whole(block.grid), u, std::vector<std::uint8_t>(std::size_t(u.size()), 1));
        cells.evaluate(u, true);
    }
    std::unique_ptr<const PointLaw> law;
    MaterialShape shape;
    VectorField u;
    SolidCells cells;
};

/// Energy where the nodes have moved by a field: dF = (dv/dx) F at the points.
double energy_moved(const SolidBlock& block, const Cells& solid, const VectorField& motion) {
    const CellQuadrature rule(block.grid.spacing);
    const auto corners = corner_offsets(block.grid.nodes());
    double sum = 0;
    for (const SolidCell& cell : solid.cells.cells()) {
        const auto at = [&](const VectorField& field) {
            return rule.gradient(
                [&](std::size_t a, int i) { return Pack(field[i][cell.node + corners[a]]); });
        };
        Mat3<Pack> F, A = -at(solid.u), moved = at(motion);
        Pack volume;
        for (int i = 0; i < 3; ++i) {
            A(i, i) += Pack(1.0);
            moved(i, i) += Pack(1.0);
        }
        for (int q = 0; q < 8; ++q) {
            const Eigen::Matrix3d back = lane(A, q);
            const Eigen::Matrix3d now = lane(moved, q) * back.inverse();
            volume.set_lane(q, back.determinant() * rule.weight * cell.fraction);
            for (int i = 0; i < 3; ++i)
                for (int j = 0; j < 3; ++j) F(i, j).set_lane(q, now(i, j));
        }
        Pack psi;
        solid.law->energy(0, {&F, 1}, {&psi, 1});
        for (int q = 0; q < 8; ++q) sum += psi[q] * volume[q];
    }
    return sum;
}

double product(const VectorField& a, const VectorField& b) {
    return a[0].dot(b[0]) + a[1].dot(b[1]) + a[2].dot(b[2]);
}

/// v' K v
double stiffness_along(const SolidBlock& block, const SolidCells& cells, const VectorField& v) {
    const auto corners = corner_offsets(block.grid.nodes());
    double sum = 0;
    for (std::size_t c = 0; c < cells.cells().size(); ++c) {
        Eigen::Matrix<double, 24, 1> x;
        for (std::size_t a = 0; a < 8; ++a)
            x.segment<3>(3 * Index(a)) = v.at(cells.cells()[c].node + corners[a]);
        sum += x.dot(cells.stiffness()[c].cast<double>() * x);
    }
    return sum;
}

VectorField random_motion(const SolidBlock& block, double size) {
    VectorField v(block.grid.nodes().size());
    for (int axis = 0; axis < 3; ++axis)
        v[axis] = size * random_numbers(v.size(), unsigned(axis + 7));
    return v;
}

}  // namespace

TEST_CASE("solid cells: F of a uniform strain is exact in cut cells, wherever the surface lies") {
    for (const double shift : {0.0, 0.031, 0.067}) {
        SolidBlock block;
        block.grid.min = Eigen::Vector3d::Constant(-shift);
        const Cells solid(block);
        Mat3<Pack> F;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) F(i, j) = Pack(stretch(i, j));
        Pack psi;
        solid.law->energy(0, {&F, 1}, {&psi, 1});
        const double volume = solid.cells.rest_volumes().sum();
        CHECK(solid.cells.elastic_energy() == Approx(psi[0] * volume).epsilon(1e-12));
        CHECK(volume == Approx(1 * 0.8 * 0.9).epsilon(0.01));
        CHECK(solid.cells.masses().sum() == Approx(500 * volume).epsilon(1e-12));
        // Inside, stresses are in balance.
        for (Index node = 0; node < solid.u.size(); ++node) {
            if (solid.cells.filled()[node] < 1) continue;
            CHECK(solid.cells.forces().at(node).norm() < 1e-10);
        }
    }
}

TEST_CASE("solid cells: a rigid turn has no energy and no forces") {
    SolidBlock block;
    const Eigen::Matrix3d turn =
        Eigen::AngleAxisd(0.3, Eigen::Vector3d(1, 2, -1).normalized()).toRotationMatrix();
    const Cells solid(block, turn);
    CHECK(solid.cells.elastic_energy() < 1e-12);
    CHECK(solid.cells.forces().largest() < 1e-10);
}

TEST_CASE("solid cells: forces and stiffness are the derivatives of the energy") {
    SolidBlock block;
    const Cells solid(block);
    const VectorField v = random_motion(block, 1);
    double error = 0, last = 0, curvature = 0;
    for (const double step : {4e-4, 2e-4}) {
        VectorField to = v, from = v;
        for (int axis = 0; axis < 3; ++axis) {
            to[axis] *= step;
            from[axis] *= -step;
        }
        const double high = energy_moved(block, solid, to), low = energy_moved(block, solid, from);
        last = error;
        error = std::abs((low - high) / (2 * step) - product(solid.cells.forces(), v));
        curvature = (high + low - 2 * solid.cells.elastic_energy()) / (step * step);
    }
    INFO("errors " << last << ", " << error);
    CHECK(last / error == Approx(4).epsilon(0.2));  // of second order
    CHECK(stiffness_along(block, solid.cells, v) == Approx(curvature).epsilon(2e-3));
}

TEST_CASE("solid cells: densities and moduli are those of the element that is there") {
    SolidBlock block;
    Body& body = block.body();
    Moduli moduli{Eigen::VectorXd(8), Eigen::VectorXd::Constant(8, 0.3)};
    for (Index e = 0; e < 8; ++e) {
        const bool upper = e >= 4;
        moduli.young[e] = upper ? 4000 : 1000;
        body.density[e] = upper ? 900 : 100;
    }
    const Cells solid(block, stretched(block.grid, stretch),
                      body.material->bind_with(moduli, body.mesh));
    // Elements are known to a quarter of a cell.
    const double volume = solid.cells.rest_volumes().sum();
    CHECK(solid.cells.masses().sum() == Approx(500 * volume).epsilon(0.05));
    // Energies are proportional to the moduli.
    SolidBlock alike("{type: neo_hookean, young: 2500, poisson: 0.3}");
    CHECK(solid.cells.elastic_energy() ==
          Approx(Cells(alike).cells.elastic_energy()).epsilon(0.05));
    double low = 0;
    for (Index node = 0; node < solid.u.size(); ++node) {
        const Eigen::Vector3d x = block.grid.nodes().position(block.grid.nodes().indices(node));
        if ((stretch.inverse() * x)[2] < 0.8) low += solid.cells.masses()[node];
    }
    CHECK(low / solid.cells.masses().sum() < 0.1);
}

TEST_CASE("solid cells: material that is turned inside out is an error with its place") {
    SolidBlock block;
    VectorField u = stretched(block.grid, Eigen::Matrix3d::Identity());
    each_place(block.grid.nodes(), [&](Index node, const Eigen::Vector3d& x) {
        u[0][node] = x[0] - (1 + 0.001 * (x[0] - 1));  // all along x comes from X = 1 m
    });
    CHECK_THROWS_WITH(Cells(block, u, block.law()),
                      Catch::Contains("/body is turned inside out about"));
}
