#include <catch2/catch.hpp>
#include <multigrid/greatest_eigenvalue.hpp>
#include <multigrid/level.hpp>

#include "level_parts.hpp"
#include "plugins/linear/linear_support.hpp"

using namespace sinew;
using namespace sinew::test;
using namespace sinew::multigrid;

TEST_CASE("multigrid: two levels are the smoother around a coarse correction") {
    HeldBlock block({.cells = "[5, 5, 5]"});
    const SquareRows<double, 3> A = masked_rows<double>(block.tangent(), block.fixed);
    const Motions motions = masked_motions(block.tangent(), block.fixed);
    Hierarchy<double> hierarchy(Settings{});
    hierarchy.finest() = A;
    REQUIRE_FALSE(hierarchy.make(motions));
    REQUIRE(hierarchy.counts().size() == 2);

    DiagonalBlocks<double, 3> inverse;
    REQUIRE(inverse.invert(A) == -1);
    const double greatest = greatest_eigenvalue(A, inverse);
    Interpolation<double, 3> interpolation;
    interpolation.set_structure(A, hierarchy.aggregates().front());
    interpolation.compute(A, inverse, 4 / (3 * greatest), motions);
    const Eigen::MatrixXd P = dense_interpolation(interpolation), K = dense_rows<3>(A);
    Chebyshev<double, 3> smoother;
    smoother.set(greatest, Settings{}.smoothing);
    const Index n = K.rows();
    const auto smoothed = [&](const Vector& b) {
        std::vector<double> right(b.begin(), b.end()), x(right.size() + 8), r(right.size() + 8);
        right.resize(right.size() + 8);
        smoother.smooth_zero(A, inverse, right.data(), x.data(), r.data());
        return Vector(Eigen::Map<Vector>(x.data(), n));
    };
    const Vector b = free_vector(block, 4);
    Vector x = smoothed(b);
    x += P * (P.transpose() * K * P).ldlt().solve(P.transpose() * (b - K * x));
    x += smoothed(b - K * x);
    Vector cycle;
    hierarchy.apply(b, cycle);
    CHECK((cycle - x).norm() < 1e-9 * x.norm());
}

TEST_CASE("multigrid: the coarsest matrix is factored, without rows that are zero") {
    HeldBlock block({.cells = "[2, 2, 2]"});
    const SquareRows<double, 3> A = masked_rows<double>(block.tangent(), block.fixed);
    CoarsestFactor factor;
    REQUIRE(factor.factor<double, 3>(A));
    const Vector exact = free_vector(block, 1), b = dense_rows<3>(A) * exact;
    Vector x(b.size());
    factor.solve(b.data(), x.data());
    CHECK((x - exact).norm() < 1e-10 * exact.norm());
}
