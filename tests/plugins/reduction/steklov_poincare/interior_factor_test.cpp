#include <catch2/catch.hpp>
#include <Eigen/Dense>

#include "split_arm.hpp"

using namespace sinew;
using namespace sinew::test;
using steklov::InteriorFactor;

TEST_CASE("interior_factor: columns of L^-T make the inverse, and vanish where they are said to") {
    SplitArm arm;
    const InteriorFactor factor(arm.stiffness->matrix, arm.stiffness->ii);
    const Index n = factor.size();
    CHECK(n == 3 * arm.sets.n_interior());
    Eigen::MatrixXd root = Eigen::MatrixXd::Zero(n, n);  // L^-T in the interior's own order
    Index covered = 0;
    for (const InteriorFactor::Columns& columns : factor.columns(5)) {
        InteriorFactor::Wide Y = InteriorFactor::Wide::Zero(n, 5);
        factor.solve(columns, Y);
        for (Index p = 0; p < n; ++p)
            for (int k = 0; k < columns.n; ++k) {
                if (p < columns.lowest || p >= columns.first + columns.n) CHECK(Y(p, k) == 0);
                root(factor.order()[p], columns.first + k) = Y(p, k);
            }
        CHECK(columns.n <= 5);
        covered += columns.n;
    }
    CHECK(covered == n);
    const Eigen::MatrixXd inverse = arm.ii().inverse();
    CHECK((root * root.transpose() - inverse).norm() < 1e-11 * inverse.norm());
}

TEST_CASE("interior_factor: a matrix that is not definite is reported") {
    SplitArm arm;
    arm.stiffness->matrix.set_zero();
    CHECK_THROWS_WITH(InteriorFactor(arm.stiffness->matrix, arm.stiffness->ii),
                      Catch::Contains("not positive definite"));
}
