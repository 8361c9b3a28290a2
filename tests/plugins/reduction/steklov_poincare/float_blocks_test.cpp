#include <catch2/catch.hpp>
#include <steklov_poincare/float_blocks.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("float_blocks: products are those of the matrix to single precision") {
    const SplitArm arm("0.4 1.5", 1);
    const auto check = [&](const steklov::BlockView& view, const Eigen::MatrixXd& dense) {
        steklov::FloatBlocks blocks;
        blocks.take(view, arm.stiffness->matrix);
        Vector x(dense.cols()), y;
        for (Index i = 0; i < x.size(); ++i) x[i] = std::sin(3.1 * double(i));
        blocks.multiply(x, y);
        CHECK((y - dense * x).norm() < 1e-6 * (dense * x).norm());
    };
    check(arm.stiffness->ii, arm.ii());
    check(arm.stiffness->si, arm.si());
}
