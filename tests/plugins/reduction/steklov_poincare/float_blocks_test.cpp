#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <steklov_poincare/float_blocks.hpp>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("float_blocks: products are those of the matrix, turned and in another order") {
    const SplitArm arm("0.4 1.5", 1);
    const int n = int(arm.sets.n_interior());
    steklov::NodeRotations rotations;
    std::vector<int> order;
    for (int i = 0; i < n; ++i) {
        order.push_back((i * 5 + 3) % n);
        const Eigen::Vector3d axis(std::sin(i), std::cos(i), 0.3);
        rotations.emplace_back(Eigen::AngleAxisd(0.1 * i, axis.normalized()));
    }
    REQUIRE(n % 5 != 0);
    const Eigen::MatrixXd K = arm.ii();
    for (const bool turns : {false, true}) {
        steklov::FloatBlocks blocks;
        blocks.take(arm.stiffness->ii, arm.stiffness->matrix, order,
                    turns ? rotations : steklov::NodeRotations{});
        Vector turned(3 * n);
        AlignedVector<float> x(4 * std::size_t(n), 0.0F), y(4 * std::size_t(n), 1.0F);
        for (int i = 0; i < n; ++i) {
            const int row = order[std::size_t(i)];
            Eigen::Map<Eigen::Vector3f> own(x.data() + 4 * i);
            own << float(std::sin(3.1 * i)), float(std::cos(i)), 1;
            turned.segment<3>(3 * row) = own.cast<double>();
            if (turns) turned.segment<3>(3 * row) = rotations[row] * own.cast<double>();
        }
        const Vector product = K * turned;
        blocks.subtract_product(x, y);
        double worst = 0;
        for (int i = 0; i < n; ++i) {
            const int row = order[std::size_t(i)];
            Eigen::Vector3d expected = product.segment<3>(3 * row);
            if (turns) expected = (rotations[row].transpose() * expected).eval();
            const Eigen::Vector3d mine =
                1 - Eigen::Map<Eigen::Array3f>(y.data() + 4 * i).cast<double>();
            worst = std::max(worst, (mine - expected).norm());
            CHECK(y[4 * std::size_t(i) + 3] == 1);
        }
        CHECK(worst < 3e-7 * K.norm());
    }
}
