#include <catch2/catch.hpp>
#include <Eigen/Eigenvalues>
#include <multigrid/greatest_eigenvalue.hpp>

#include "level_parts.hpp"
#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

TEST_CASE("multigrid: the bound of the eigenvalues holds, and is not far above them") {
    for (const BlockScene& scene :
         {BlockScene{.cells = "[5, 5, 5]"}, BlockScene{.size = "[10, 1, 1]", .cells = "[5, 5, 5]"},
          BlockScene{.cells = "[5, 5, 5]",
          .material = "{type: neo_hookean, young: 1 MPa, poisson: 0.49}"}}) {
        HeldBlock block(scene);
        const Parts parts(block);
        const Eigen::MatrixXd A = dense_rows<3>(parts.A);
        const Eigen::MatrixXd D_inverse = dense_inverse(parts);
        const double greatest = (D_inverse * A).eigenvalues().real().maxCoeff();
        CAPTURE(scene.size, scene.material);
        CHECK(parts.greatest > greatest);
        CHECK(parts.greatest < 1.15 * greatest);
    }
}

TEST_CASE("multigrid: the bound sees one stiff coupling in a large body") {
    HeldBlock block({.cells = "[20, 20, 20]"});
    auto A = masked_rows<float>(block.tangent(), block.fixed);
    // A spring between two nodes far from what is held, and as stiff as ten of their elements.
    const int i = A.n_rows() / 2;
    const auto place = [&](int row, int column) {
        int b = A.begin(row);
        while (A.column(b) != column) ++b;
        return b;
    };
    const int beside = A.column(place(i, i) + 1);
    for (int k = 0; k < 3; ++k) {
        const float stiff = 100 * A.block(place(i, i))[4 * k];
        A.block(place(i, i))[4 * k] += stiff;
        A.block(place(beside, beside))[4 * k] += stiff;
        A.block(place(i, beside))[4 * k] -= stiff;
        A.block(place(beside, i))[4 * k] -= stiff;
    }
    DiagonalBlocks<float, 3> inverse;
    REQUIRE(inverse.invert(A) == -1);
    // Power iterations from many starts come as close as one likes from below.
    double below = 0;
    Vector x = random_vector(3 * A.n_rows(), 5);
    for (int step = 0; step < 300; ++step) {
        Vector y(x.size());
        for (int row = 0; row < A.n_rows(); ++row) {
            Eigen::Vector3d sum = Eigen::Vector3d::Zero();
            for (int b = A.begin(row); b < A.end(row); ++b)
                sum += Eigen::Map<const Eigen::Matrix3f>(A.block(b)).cast<double>() *
                       x.segment<3>(3 * A.column(b));
            y.segment<3>(3 * row) =
                Eigen::Map<const Eigen::Matrix3f>(inverse.block(row)).cast<double>() * sum;
        }
        below = y.norm() / x.norm();
        x = y / y.norm();
    }
    const double bound = greatest_eigenvalue(A, inverse);
    CHECK(bound > 0.999 * below);
    CHECK(bound < 1.2 * below);
}

TEST_CASE("multigrid: the bound of nothing is one") {
    HeldBlock block(
        {.constraints = "[{type: fixed, where: {box: {min: [-1, -1, -1], max: [2, 2, 2]}}}]"});
    const auto A = masked_rows<double>(block.tangent(), block.fixed);
    DiagonalBlocks<double, 3> inverse;
    REQUIRE(inverse.invert(A) == -1);
    CHECK(greatest_eigenvalue(A, inverse) == 1);
}
