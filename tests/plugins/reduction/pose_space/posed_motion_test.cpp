#include <catch2/catch.hpp>
#include <cmath>

#include "posed_body.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("posed motion: rows and positions of nodes are those of all, seen from the root") {
    PosedBody posed;
    posed.motion.move_to(0.3);
    const Eigen::MatrixXd U = posed.motion.vectors();
    const std::vector<int> nodes{5, 0, 12};
    Eigen::MatrixXd rows;
    posed.motion.rows(nodes, rows);
    const Eigen::Isometry3d root = posed.shape().root(0.3);
    Points x;
    posed.motion.rest_positions(nodes, x);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const Index node = nodes[k];
        const Eigen::MatrixXd seen = root.linear() * rows.middleRows<3>(3 * Index(k));
        CHECK((seen - U.middleRows<3>(3 * node)).norm() < 1e-14);
        CHECK((root * x.col(Index(k)) - posed.motion.rest.all().col(node)).norm() < 1e-14);
    }
    CHECK((rows.topRows<3>() - posed.motion.basis.node(5).transpose()).norm() < 1e-14);
    REQUIRE(posed.motion.scales() != nullptr);
    CHECK(*posed.motion.scales() == posed.motion.basis.scales());
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
