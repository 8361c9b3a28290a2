#include <catch2/catch.hpp>
#include <multigrid/tangent_blocks.hpp>
#include <sinew/mechanics/assembly/block_tangent.hpp>
#include <sinew/mechanics/composite/composite_tangent.hpp>

#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;
using multigrid::TangentBlocks;

namespace {

Eigen::MatrixXd dense(const NodeRows& rows) {
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(3 * rows.n_rows, 3 * rows.n_rows);
    for (Index i = 0; i < rows.n_rows; ++i)
        for (int b = rows.starts[i]; b < rows.starts[i + 1]; ++b) {
            if (b > rows.starts[i]) CHECK(rows.columns[b - 1] < rows.columns[b]);
            full.block<3, 3>(3 * i, 3 * rows.columns[b]) +=
                Eigen::Map<const Eigen::Matrix3d>(rows.values + 9 * b);
        }
    return full;
}

/// Three nodes in a row with random blocks.
BlockTangent chain(unsigned seed) {
    BlockTangent tangent;
    tangent.matrix = BlockMatrix(
        std::make_shared<BlockPattern>(3, std::vector<NodePair>{node_pair(0, 1), node_pair(1, 2)}));
    for (int b = 0; b < tangent.matrix.pattern().n_blocks(); ++b)
        tangent.matrix.at(b) = random_vector(9, seed + unsigned(b)).reshaped(3, 3);
    tangent.revision = 1;
    return tangent;
}

}  // namespace

TEST_CASE("multigrid: the matrix of one body is read where it is") {
    const BlockTangent body = chain(1);
    TangentBlocks blocks;
    blocks.update(body);
    CHECK(blocks.rows().values == body.matrix.rows().values);
    CHECK(blocks.bodies().empty());
}

TEST_CASE("multigrid: bodies and what couples them become rows of blocks") {
    const BlockTangent first = chain(1), second = chain(20);
    CompositeTangent both;
    std::vector<CouplingBlock> coupled{{3, 9, random_vector(36, 7).reshaped(6, 6)},
                                       {9, 3, random_vector(36, 8).reshaped(6, 6)},
                                       {6, 6, random_vector(9, 9).reshaped(3, 3)},
                                       {3, 9, random_vector(9, 10).reshaped(3, 3)},
                                       {15, 0, random_vector(9, 11).reshaped(3, 3)}};
    both.assemble({&first, &second}, {0, 9, 18}, coupled, false);
    REQUIRE(both.size() == 18);
    Eigen::MatrixXd expected = Eigen::MatrixXd::Zero(18, 18);
    expected.topLeftCorner(9, 9) = dense(first.matrix.rows());
    expected.bottomRightCorner(9, 9) = dense(second.matrix.rows());
    for (const CouplingBlock& block : coupled)
        expected.block(block.row, block.col, block.block.rows(), block.block.cols()) += block.block;
    TangentBlocks blocks;
    blocks.update(both);
    CHECK((dense(blocks.rows()) - expected).norm() < 1e-14);
    CHECK(blocks.bodies() == std::vector{1, 1, 1, 2, 2, 2});
    blocks.release();
    CHECK(blocks.rows().n_rows == 0);
}

TEST_CASE("multigrid: entries that come one block at a time are gathered") {
    const GridTangent grid(4);
    TangentBlocks blocks;
    blocks.update(grid);
    CHECK((dense(blocks.rows()) - grid.as_dense()).norm() < 1e-12);
}
