#include <catch2/catch.hpp>
#include <numbers>

#include "basis_support.hpp"

using namespace sinew;
using namespace sinew::test;
using Catch::Matchers::Contains;

namespace {

/// |K x - lambda M x| over |lambda M x|, the worst of all columns.
double residual(const FullScene& scene, const Basis::Vectors& modes) {
    const Vector rest = Vector::Zero(scene.full.size());
    Eigen::MatrixXd right = scene.full.mass().times(modes.U);
    for (Index i = 0; i < right.rows(); ++i)
        if (scene.full.constrained.fixed[std::size_t(i)]) right.row(i).setZero();
    right *= modes.details.vector("eigenvalues", modes.U.cols()).asDiagonal();
    const Eigen::MatrixXd off = scene.stiffness_times(modes.U, rest) - right;
    return (off.colwise().norm().cwiseQuotient(right.colwise().norm())).maxCoeff();
}

/// All eigenvalues on the free degrees of freedom, by a dense solver.
Vector dense_eigenvalues(const FullScene& scene) {
    const Index n = scene.full.size();
    const Eigen::MatrixXd I = Eigen::MatrixXd::Identity(n, n);
    const Eigen::MatrixXd K = scene.stiffness_times(I, Vector::Zero(n)),
                          M = scene.full.mass().times(I);
    std::vector<Index> free;
    for (Index i = 0; i < n; ++i)
        if (!scene.full.constrained.fixed[std::size_t(i)]) free.push_back(i);
    return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(K(free, free), M(free, free))
        .eigenvalues();
}

}  // namespace

TEST_CASE("linear_modes: eigenvalues agree with a dense solver, clamped and free") {
    for (const std::string element : {"tet4", "hex8", "tet10"}) {
        INFO(element);
        FullScene constrained(clamped(bar("[2, 0.5, 0.6]", "[4, 1, 2]", element)));
        const auto modes = constrained.compute("basis/linear_modes", "modes: 12");
        const Vector expected = dense_eigenvalues(constrained).head(12);
        CHECK((modes.details.vector("eigenvalues", 12) - expected).cwiseQuotient(expected).norm() <
              1e-9);
        CHECK(modes.details.integer("rigid_motions") == 0);

        FullScene free(bar("[2, 0.5, 0.6]", "[4, 1, 2]", element));
        const auto floating = free.compute("basis/linear_modes", "modes: 12");
        const Vector elastic = dense_eigenvalues(free).segment(6, 12);
        CHECK((floating.details.vector("eigenvalues", 12) - elastic).cwiseQuotient(elastic).norm() <
              1e-8);
        CHECK(floating.details.integer("rigid_motions") == 6);
    }
}

TEST_CASE("linear_modes: all modes of a small body, and a hinge that leaves one turn") {
    FullScene small(clamped(bar("[1, 1, 1]", "[1, 1, 1]")));
    const auto all = small.compute("basis/linear_modes", "modes: 12");
    const Vector expected = dense_eigenvalues(small);
    CHECK((all.details.vector("eigenvalues", 12) - expected).cwiseQuotient(expected).norm() <
          1e-10);

    FullScene hinge(bar("[2, 1, 0.5]", "[4, 2, 2]") +
                    "    constraints: [{type: fixed, where: {all_of: [{plane: {normal: [1, 0, 0], "
                    "offset: 0}}, {plane: {normal: [0, 1, 0], offset: 0}}]}}]\n");
    CHECK_FALSE(hinge.full.anchored);
    const auto modes = hinge.compute("basis/linear_modes", "modes: 5");
    CHECK(modes.details.integer("rigid_motions") == 1);
    const Vector elastic = dense_eigenvalues(hinge).segment(1, 5);
    CHECK((modes.details.vector("eigenvalues", 5) - elastic).cwiseQuotient(elastic).norm() < 1e-8);
}

TEST_CASE("linear_modes: repeated eigenvalues come out as often as they are repeated") {
    // A square bar bends alike both ways; a cube has modes three times.
    FullScene square(clamped(bar("[6, 1, 1]", "[12, 2, 2]")));
    const auto bending = square.compute("basis/linear_modes", "modes: 10");
    const Vector values = bending.details.vector("eigenvalues", 10);
    CHECK(values(1) == Approx(values(0)).epsilon(1e-9));
    CHECK(residual(square, bending) < 1e-7);

    FullScene cube(bar("[1, 1, 1]", "[4, 4, 4]"));
    const auto modes = cube.compute("basis/linear_modes", "modes: 20");
    const Vector expected = dense_eigenvalues(cube).segment(6, 20);
    const Vector found = modes.details.vector("eigenvalues", 20);
    CHECK((found - expected).cwiseQuotient(expected).norm() < 1e-9);
    CHECK(residual(cube, modes) < 1e-7);
    CHECK(orthonormality_error(cube, modes.U) < 1e-12);
}

TEST_CASE("linear_modes: a slender bar vibrates as Euler and Bernoulli's beam") {
    // f = beta^2/(2 pi) sqrt(E I/(rho A L^4)), beta L = 1.8751 clamped, 4.7300 free.
    const std::string node = bar("[20, 1, 1]", "[40, 2, 2]", "tet10");
    const double unit = std::sqrt(1e6 / 12 / 1000) / 400;  // sqrt(E I/(rho A L^4)), nearly
    for (const bool free : {false, true}) {
        FullScene scene(free ? node : clamped(node));
        const auto modes = scene.compute("basis/linear_modes", "modes: 2");
        const double beta = free ? 4.7300 : 1.8751;
        const double f = beta * beta / (2 * std::numbers::pi) * unit;
        CHECK(modes.details.vector("frequencies", 2)(0) == Approx(f).epsilon(0.02));
    }
}

TEST_CASE("linear_modes: what cannot be asked") {
    FullScene free(bar("[1, 1, 1]", "[1, 1, 1]"));
    CHECK_THROWS_WITH(free.compute("basis/linear_modes", "modes: 3, anchored: true"),
                      Contains("/body is not anchored: nothing resists") &&
                          Contains("translation of /body along x") &&
                          Contains("rotation of /body about z") && Contains("hold nodes"));
    CHECK_THROWS_WITH(
        free.compute("basis/linear_modes", "modes: 19"),
        Contains("19 modes asked of /body, which has 24 free degrees of freedom, 6 of them "
                 "rigid motions") &&
            Contains("ask for 18 at most"));
    CHECK(free.compute("basis/linear_modes", "modes: 18").U.cols() == 18);
    CHECK_THROWS_WITH(free.compute("basis/linear_modes", "modes: 0"), Contains("modes"));
    CHECK_THROWS_WITH(free.compute("basis/linear_modes", ""), Contains("modes"));
}
