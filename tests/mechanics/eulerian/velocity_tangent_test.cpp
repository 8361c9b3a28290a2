#include <catch2/catch.hpp>
#include <sinew/mechanics/eulerian/velocity_system.hpp>
#include <sinew/mechanics/eulerian/velocity_tangent.hpp>
#include <support/bodies.hpp>
#include <support/dense_entries.hpp>

#include "solid_fields.hpp"

using namespace sinew;

TEST_CASE(
    "velocity tangent: its entries are its product, it is symmetric, and sees no translation") {
    test::SolidBlock block;
    const auto solid = block.solid();
    solid->evaluate(true);
    const SolidCells& cells = solid->cells();
    const Lattice lattice = block.grid.nodes();
    std::vector<int> unknown(std::size_t(lattice.size()), -1);
    std::vector<Index> nodes;
    std::vector<std::array<Index, 8>> corners;
    for (const SolidCell& cell : cells.cells()) {
        auto& of_cell = corners.emplace_back();
        for (std::size_t a = 0; a < 8; ++a) {
            const Index node = solid->box().in_grid(lattice, cell.at) + corner_offsets(lattice)[a];
            int& number = unknown[std::size_t(node)];
            if (number < 0) {
                number = int(nodes.size());
                nodes.push_back(node);
            }
            of_cell[a] = number;
        }
    }
    VelocityTangent tangent(block.grid);
    tangent.begin(nodes, nodes.size(), unknown);
    tangent.add(cells, 0.5, corners);
    const Index n = tangent.size();
    test::DenseEntries sink(n);
    tangent.add_entries(sink, 0);
    CHECK((sink.matrix - sink.matrix.transpose()).norm() < 1e-12 * sink.matrix.norm());
    CHECK((sink.matrix.diagonal() - tangent.diagonal()).norm() < 1e-14 * tangent.diagonal().norm());
    const Eigen::MatrixXd rigid = tangent.near_null_space();
    CHECK((sink.matrix * rigid.leftCols<3>()).norm() < 1e-12 * sink.matrix.norm() * rigid.norm());
    // Of turns it sees what stresses there are, and none in a body at rest but for rounding.
    CHECK((sink.matrix * rigid).norm() < 1e-6 * sink.matrix.norm() * rigid.norm());

    const Vector masses = test::noise(n).cwiseAbs();
    tangent.add_diagonal(masses);
    tangent.add_edge(0, 1, 0.7);
    const Vector x = test::noise(n, 2);
    Vector y;
    tangent.apply(x, y);
    test::DenseEntries all(n);
    tangent.add_entries(all, 0);
    CHECK((all.matrix * x - y).norm() < 1e-12 * y.norm());
    Eigen::MatrixXd added = sink.matrix;
    added.diagonal() += masses;
    for (int axis = 0; axis < 3; ++axis) {
        added(axis, axis) += 0.7;
        added(3 + axis, 3 + axis) += 0.7;
        added(axis, 3 + axis) -= 0.7;
        added(3 + axis, axis) -= 0.7;
    }
    CHECK((all.matrix - added).norm() < 1e-14 * added.norm());
}
