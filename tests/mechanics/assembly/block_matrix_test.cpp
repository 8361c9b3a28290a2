#include <catch2/catch.hpp>
#include <sinew/mechanics/assembly/block_matrix.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

/// Rows 0 and 3 are coupled to their neighbours, row 4 to nothing.
std::shared_ptr<const BlockPattern> small_pattern() {
    return std::make_shared<BlockPattern>(
        5, std::vector{node_pair(0, 1), node_pair(0, 3), node_pair(1, 2), node_pair(2, 3)});
}

}  // namespace

TEST_CASE("a block pattern has both triangles, the diagonal and ascending columns") {
    const auto pattern = small_pattern();
    REQUIRE(pattern->n_blocks() == 13);
    for (int i = 0; i < 5; ++i) {
        REQUIRE(pattern->column(pattern->diagonal(i)) == i);
        for (int b = pattern->begin(i); b + 1 < pattern->end(i); ++b)
            REQUIRE(pattern->column(b) < pattern->column(b + 1));
    }
    REQUIRE(pattern->find(3, 0) >= 0);
    REQUIRE(pattern->find(0, 3) >= 0);
    REQUIRE(pattern->find(1, 3) == -1);
    REQUIRE(pattern->find(4, 0) == -1);
    REQUIRE(pattern->pairs() ==
            std::vector{node_pair(0, 1), node_pair(0, 3), node_pair(1, 2), node_pair(2, 3)});
}

TEST_CASE("a block matrix multiplies like the dense one it stands for") {
    BlockMatrix A(small_pattern());
    Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(15, 15);
    const BlockPattern& pattern = A.pattern();
    for (int i = 0; i < 5; ++i)
        for (int b = pattern.begin(i); b < pattern.end(i); ++b) {
            A.at(b) = test::noise(9, unsigned(b)).reshaped(3, 3);
            dense.block<3, 3>(3 * i, 3 * pattern.column(b)) = A.at(b);
        }
    const Vector x = test::noise(15, 99);
    Vector y;
    A.multiply(x, y);
    REQUIRE((y - dense * x).norm() < 1e-14);
    REQUIRE(A.diagonal() == dense.diagonal());
}
