#include <catch2/catch.hpp>
#include <cmath>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("posed motion: rows of nodes are those of all vectors, turned with the root") {
    PosedBody posed;
    posed.motion.move_to(0.3);
    const Eigen::MatrixXd U = posed.motion.vectors();
    const std::vector<int> nodes{5, 0, 12};
    Eigen::MatrixXd rows;
    posed.motion.rows(nodes, rows);
    for (std::size_t k = 0; k < nodes.size(); ++k)
        CHECK((rows.middleRows<3>(3 * Index(k)) - U.middleRows<3>(3 * Index(nodes[k]))).norm() <
              1e-14);
    const Eigen::Matrix3d R = posed.shape().root(0.3).linear();
    CHECK((rows.topRows<3>() - R * posed.motion.basis.node(5).transpose()).norm() < 1e-14);
    CHECK(posed.motion.pose_weights() == posed.shape().weights(0.3));
    // All vectors come with the body's own system at that time.
    CHECK(posed.full.rest_positions() == posed.motion.rest.all());
}

TEST_CASE("posed motion: vectors that cancel each other are reported with their time") {
    PosedBody posed;
    std::vector<Eigen::MatrixXd> opposite{posed.bases[0], -posed.bases[0]};
    pose_space::PosedMotion motion(posed.full, pose_space::PoseBasis(opposite, posed.full.mass()));
    const double half = std::asin(0.5) / 3;  // both weights are 1/2
    CHECK_THROWS_WITH(motion.move_to(half), Catch::Contains("cancel each other at time 0.17"));
    motion.move_to(0.1);
    CHECK(motion.least_norm < 0.5);
}
