#include <catch2/catch.hpp>

#include "level_parts.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

TEST_CASE("multigrid: blocks on the diagonal are inverted, and rows that are zero stay so") {
    HeldBlock block;
    Parts parts(block);
    const Eigen::MatrixXd A = dense_rows<3>(parts.A), D_inverse = dense_inverse(parts);
    for (int i = 0; i < parts.A.n_rows(); ++i) {
        const Eigen::Matrix3d inverse = D_inverse.block<3, 3>(3 * i, 3 * i);
        if (block.fixed.fixed[std::size_t(3 * i)])
            CHECK(inverse.isZero(0));
        else
            CHECK((inverse * A.block<3, 3>(3 * i, 3 * i)).isIdentity(1e-12));
    }
}

TEST_CASE("multigrid: the first block that is not positive definite is named") {
    HeldBlock block;
    Parts parts(block);
    const int n = parts.A.n_rows();
    for (const int node : {n - 1, n / 2}) {
        REQUIRE_FALSE(block.fixed.fixed[std::size_t(3 * node)]);
        for (int b = parts.A.begin(node); b < parts.A.end(node); ++b)
            if (parts.A.column(b) == node) parts.A.block(b)[0] = -1;
        CHECK(parts.inverse.invert(parts.A) == node);
    }
}
