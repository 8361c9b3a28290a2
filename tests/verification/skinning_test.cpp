// Six ways to skin an elbow, beside each other.
#include "posed_scene.hpp"
#include "record.hpp"

using namespace sinew;
using verification::PosedScene;
using verification::Record;

TEST_CASE("skinning: the volume of an elbow of 90 degrees") {
    PosedScene scene("elbow");
    scene.run(10);
    Record record("15 Volume within 15 cm of an elbow of 90 degrees, relative change");
    const auto loss = [&](const std::string& name) {
        return verification::deformation_of(
                   scene.mesh(name), scene.positions(name),
                   [&](const Eigen::Vector3d& X) { return std::hypot(X.y(), X.z() - 0.5) < 0.15; })
                   .volume -
               1;
    };
    record.below("linear blend", loss("linear_blend"), -0.4);
    record.below("dual quaternions, absolute", std::abs(loss("dual_quaternion")), 0.01);
    record.below("corotational, absolute", std::abs(loss("corotational")), 0.1);
    record.below("ex-rotated, absolute", std::abs(loss("ex_rotated")), 0.13);
    record.below("mixed, corotational, absolute", std::abs(loss("mixed")), 0.02);
    record.below("rigged arap", loss("rigged_arap"), -0.2);
    record.below("dual quaternions: -inverted elements",
                 -scene.deformation("dual_quaternion").n_inverted, -100);
    record.below("mixed: inverted elements", scene.deformation("mixed").n_inverted, 1);
}
