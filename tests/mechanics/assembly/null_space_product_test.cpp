#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/null_space_product.hpp>

using namespace sinew;

TEST_CASE("null space product: Z'A Z of a matrix of nodes, with the blocks that Z adds") {
    const int n_nodes = 5;
    std::srand(5);
    BlockMatrix A(std::make_shared<BlockPattern>(
        n_nodes, std::vector<NodePair>{node_pair(0, 1), node_pair(1, 2), node_pair(3, 4)}));
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(15, 15);
    for (int row = 0; row < n_nodes; ++row)
        for (int b = A.pattern().begin(row); b < A.pattern().end(row); ++b) {
            const int column = A.pattern().column(b);
            if (column < row) continue;
            Eigen::Matrix3d block = Eigen::Matrix3d::Random();
            if (column == row) block = (block + block.transpose()).eval();
            full.block<3, 3>(3 * row, 3 * column) = block;
            full.block<3, 3>(3 * column, 3 * row) = block.transpose();
        }
    for (int row = 0; row < n_nodes; ++row)
        for (int b = A.pattern().begin(row); b < A.pattern().end(row); ++b)
            A.at(b) = full.block<3, 3>(3 * row, 3 * A.pattern().column(b));

    Eigen::MatrixXd C = Eigen::MatrixXd::Zero(2, 15);
    C.row(0).segment<3>(0) << 1, 2, -1;
    C.row(0).segment<3>(9) << -1, 0.5, 3;
    C.row(1).segment<3>(12) << 1, 0, 0;
    const NullSpace space(C.sparseView(), std::vector<char>(15, 0));
    REQUIRE(space.dependent().size() == 2);
    Eigen::MatrixXd Z = Eigen::MatrixXd::Identity(15, 15);
    for (const Index i : space.dependent()) Z.col(i).setZero();
    space.expand(Z);

    const BlockMatrix product = null_space_product(A, space);
    Eigen::MatrixXd dense(15, 15);
    Vector y;
    for (int i = 0; i < 15; ++i) {
        product.multiply(Vector::Unit(15, i), y);
        dense.col(i) = y;
    }
    CHECK((dense - Z.transpose() * full * Z).norm() < 1e-13);
    CHECK(product.pattern().find(0, 4) >= 0);  // 3, which 4 is joined to, depends on 0
}
