#include <catch2/catch.hpp>
#include <Eigen/Geometry>
#include <sinew/mechanics/math/rigid_motions.hpp>

using namespace sinew;

TEST_CASE("rigid motions: translations, and the derivatives of turns about a center") {
    const Eigen::Matrix3Xd points = Eigen::Matrix3Xd::Random(3, 40);
    const Eigen::Vector3d center(0.3, -2, 5);
    const Eigen::MatrixXd motions = rigid_motions_about(center, points);
    REQUIRE(motions.rows() == 120);
    REQUIRE(motions.cols() == 6);
    constexpr double angle = 1e-6;
    for (int axis = 0; axis < 3; ++axis) {
        const Eigen::Vector3d unit = Eigen::Vector3d::Unit(axis);
        const Eigen::Matrix3d forth = Eigen::AngleAxisd(angle, unit).matrix(),
                              back = Eigen::AngleAxisd(-angle, unit).matrix();
        for (Index i = 0; i < points.cols(); ++i) {
            const Eigen::Vector3d arm = points.col(i) - center;
            const Eigen::Vector3d turn = (forth * arm - back * arm) / (2 * angle);
            CHECK(motions.col(axis).segment<3>(3 * i) == unit);
            CHECK((motions.col(3 + axis).segment<3>(3 * i) - turn).norm() < 1e-8);
        }
    }
}
