#include <catch2/catch.hpp>
#include <cmath>
#include <pose_space/basis_gap.hpp>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;
using sinew::pose_space::basis_gap;
using sinew::pose_space::basis_gaps;
using sinew::pose_space::BasisGap;
using sinew::pose_space::PoseBasis;

TEST_CASE("basis gap: the sine of the angle between two vectors, and its mean over several") {
    MassOfBlock block;
    Eigen::MatrixXd both = block.random_basis(2);
    const auto turned = [&](double angle) {
        return Eigen::MatrixXd(std::cos(angle) * both.col(0) + std::sin(angle) * both.col(1));
    };
    CHECK(basis_gap(both.col(0), 3 * turned(0.4), block.mass) == Approx(std::sin(0.4)));
    CHECK(basis_gap(both.col(0), both.col(1), block.mass) == Approx(1));
    // Other vectors of the same span.
    Eigen::Matrix2d mix;
    mix << 1, 2, -0.3, 1;
    CHECK(basis_gap(both, both * mix, block.mass) < 1e-6);
}

TEST_CASE("basis gap: along a clip there is none at the poses, and the largest is between them") {
    PosedBody posed;
    const PoseBasis mixed(posed.bases, posed.full.mass());
    // The second pose is reached at t = pi/6, and the bases of the poses are found again at them.
    const double end = std::acos(-1) / 6;
    std::vector<double> asked;
    const std::vector<BasisGap> gaps =
        basis_gaps(mixed, posed.shape(), posed.full.mass(), end / 8, end,
                   [&](double t, const Points& shape) -> Eigen::MatrixXd {
                       asked.push_back(t);
                       if (t == 0) CHECK((shape - posed.shape().at_pose(0)).norm() < 1e-12);
                       if (t > 0.99 * end) CHECK((shape - posed.shape().at_pose(1)).norm() < 1e-12);
                       return posed.bases[t < 0.5 * end ? 0 : 1];
                   });
    REQUIRE(gaps.size() == 9);
    REQUIRE(asked.size() == 9);
    CHECK(gaps.front().gap < 1e-6);
    CHECK(gaps.back().gap < 1e-6);
    CHECK(largest(gaps).gap > 0.3);
    CHECK(largest(gaps).time > 0.2 * end);
    CHECK(largest(gaps).time < 0.8 * end);
}
