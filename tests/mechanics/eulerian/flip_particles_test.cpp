#include <catch2/catch.hpp>
#include <numbers>
#include <sinew/mechanics/eulerian/flip_particles.hpp>

#include "solid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// The amplitude of v_x = sin(2 pi y / 1.6 m) that is left after steps in which nothing acts and
/// a flow carries particles along; with particles made anew each step, or kept.
double wave_left(bool is_kept) {
    SolidBlock block("{type: neo_hookean, young: 1 kPa, poisson: 0.3}",
                     "    transform: {scale: 1.75, translate: [-0.5, -0.5, -0.5]}\n");
    const auto law = block.law();
    const MaterialShape shape(block.body().mesh, block.body().skin, 0.05);
    const Lattice nodes = block.grid.nodes();
    const NodeBox box = whole(block.grid);
    VectorField u(nodes.size()), v(nodes.size());
    SolidCells cells(block.grid, block.body(), *law, shape);
    cells.find(box, u, std::vector<std::uint8_t>(std::size_t(u.size()), 1));
    const auto wave = [](double y) { return std::sin(2 * std::numbers::pi * y / 1.6); };
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        v[0][node] = wave(nodes.position(at)[1]);
    });
    FlipParticles particles(block.grid);
    particles.renew(box, cells, shape, u, v);
    Vector weights;
    for (int step = 0; step < 48; ++step) {
        if (!is_kept) particles = FlipParticles(block.grid);
        if (!is_kept) particles.renew(box, cells, shape, u, v);
        particles.take(box, v, v);
        particles.rasterize(box, v, weights);
    }
    double along = 0, size = 0;
    for (Index node = 0; node < nodes.size(); ++node) {
        if (cells.filled()[node] < 1) continue;
        const double expected = wave(nodes.position(nodes.indices(node))[1]);
        along += expected * v[0][node];
        size += expected * expected;
    }
    return along / size;
}

}  // namespace

TEST_CASE("FLIP particles: kept ones carry a shear wave that new ones each step blur") {
    const double kept = wave_left(true), renewed = wave_left(false);
    INFO("kept " << kept << ", made anew " << renewed);
    CHECK(kept > 0.9);
    CHECK(renewed < 0.3);
}

TEST_CASE("FLIP particles: eight to sixteen a cell, inside, also after they have moved") {
    SolidBlock block;
    const auto solid = block.solid();
    const auto counts = [&] {
        std::vector<int> n(std::size_t(block.grid.centres().size()), 0);
        const Lattice centres = block.grid.centres();
        for (Index p = 0; p < solid->particles().size(); ++p) {
            const Eigen::Vector3d cell =
                (solid->particles().positions().col(p) - block.grid.min) / block.grid.spacing;
            ++n[std::size_t(centres.at(Index(cell[0]), Index(cell[1]), Index(cell[2])))];
        }
        return n;
    };
    VectorField flow(block.grid.nodes().size());
    const Lattice nodes = block.grid.nodes();
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        const Eigen::Vector3d x = nodes.position(at) - Eigen::Vector3d(1, 1, 1);
        flow.set(node, Eigen::Vector3d(x[0], -x[1], 0.3));
    });
    for (int step = 0; step < 8; ++step) {
        const std::vector<int> n = counts();
        const auto& first = solid->box().first;
        for (const SolidCell& cell : solid->cells().cells()) {
            const Index c = block.grid.centres().at(first[0] + cell.at[0], first[1] + cell.at[1],
                                                    first[2] + cell.at[2]);
            if (cell.fraction == 1) REQUIRE(n[std::size_t(c)] >= 8);
            REQUIRE(n[std::size_t(c)] <= 16);
        }
        solid->take(flow, NodeConditions(flow.size()));
        solid->advance(0.02);
    }
}

TEST_CASE("FLIP particles: with their masses, momenta of particles are those of nodes") {
    SolidBlock block;
    const auto solid = block.solid();
    VectorField flow(block.grid.nodes().size());
    const Lattice nodes = block.grid.nodes();
    each_point(nodes, [&](Index node, const std::array<Index, 3>& at) {
        const Eigen::Vector3d x = nodes.position(at) - Eigen::Vector3d(1, 1, 1);
        flow.set(node, Eigen::Vector3d(x[0], -x[1], 0.3));
    });
    for (int step = 0; step < 4; ++step) {  // until cells hold different numbers
        solid->take(flow, NodeConditions(flow.size()));
        solid->advance(0.02);
    }
    solid->evaluate(false);
    solid->take(flow, NodeConditions(flow.size()));
    FlipParticles particles = solid->particles();
    const Vector& of_nodes = solid->cells().masses();
    const Vector masses = solid->masses_of_particles();
    CHECK(masses.maxCoeff() > 1.5 * masses.minCoeff());
    CHECK(masses.sum() == Approx(of_nodes.sum()).epsilon(1e-3));  // but nodes without any
    Points changes = particles.positions();
    changes.row(0) = changes.row(0).array().square();
    VectorField means;
    particles.change(solid->box(), changes, means);
    Eigen::Vector3d of_particles = changes * masses, sum = Eigen::Vector3d::Zero();
    for (Index node = 0; node < of_nodes.size(); ++node) sum += of_nodes[node] * means.at(node);
    CHECK((sum - of_particles).norm() < 1e-12 * of_particles.norm());
}
