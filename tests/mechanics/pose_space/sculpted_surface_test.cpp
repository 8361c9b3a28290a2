#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <sinew/mechanics/pose_space/sculpted_surface.hpp>

using namespace sinew;

TEST_CASE("sculpted surface: corrections of poses are added up by their weights, and turned") {
    const std::vector<Eigen::Matrix3Xd> corrections{Eigen::Matrix3Xd::Random(3, 4),
                                                    Eigen::Matrix3Xd::Random(3, 4)};
    const Vector weights = Eigen::Vector3d(0.5, 0.7, -0.2);  // the first is of the neutral pose
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 2).normalized()).toRotationMatrix();
    for (Index point = 0; point < 4; ++point) {
        const Eigen::Vector3d expected =
            R * (0.7 * corrections[0].col(point) - 0.2 * corrections[1].col(point));
        CHECK((pose_space::sculpted_correction(corrections, weights, point, R) - expected).norm() <
              1e-15);
    }
    CHECK(pose_space::sculpted_correction({}, Vector::Ones(1), 0, R).isZero(0));
}
