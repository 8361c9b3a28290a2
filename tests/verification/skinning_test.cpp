// What the figures of Song et al. 2023 show, in numbers; and the volume of an elbow.
#include "posed_scene.hpp"
#include "record.hpp"

using namespace sinew;
using verification::Deformation;
using verification::PosedScene;
using verification::Record;

namespace {

/// How far nodes on the axis of a beam are from where the bones take them, at most, 20 cm and more
/// from the joint [m]. The beam lies along x, shifted by `shift`, and bends by `angle` at x = 0.5.
double off_the_bones(PosedScene& scene, const std::string& name, double angle) {
    const Points &X = scene.mesh(name).positions, x = scene.positions(name);
    const Eigen::Vector3d shift(0, X.row(1).mean(), 0), joint(0.5, 0, 0);
    const Eigen::AngleAxisd turn(angle, -Eigen::Vector3d::UnitY());
    double worst = 0;
    for (Index i = 0; i < X.cols(); ++i) {
        const Eigen::Vector3d rest = X.col(i) - shift;
        if (rest.tail<2>().norm() > 1e-6 || std::abs(rest.x() - 0.5) < 0.2) continue;
        const bool is_lower = rest.x() > 0.5;
        const Eigen::Vector3d target =
            is_lower ? Eigen::Vector3d(joint + turn * (rest - joint)) : rest;
        worst = std::max(worst, (x.col(i) - shift - target).norm());
    }
    return worst;
}

}  // namespace

TEST_CASE("skinning: standard FEM with few or many nodes held, and the mixed formulation") {
    PosedScene scene("beam_handles");
    scene.run(20);
    const double angle = 110 * M_PI / 180;
    Record record("9 A beam and its handles, Song et al. 2023, figure 4");
    const double under = off_the_bones(scene, "under", angle);
    record.below("mixed: distance from the bones / of standard FEM with few nodes held",
                 off_the_bones(scene, "mixed", angle) / under, 0.5);
    record.below("many nodes: -inverted elements", -scene.deformation("over").n_inverted, -50);
    record.below("mixed: inverted elements", scene.deformation("mixed").n_inverted, 50);
    PosedScene smooth("beam_handles", {{"scene.mixed.weights.blend", "20 cm"}});
    smooth.run(2, "mixed");
    record.below("mixed, blended over 20 cm: inverted elements",
                 smooth.deformation("mixed").n_inverted, 1);
}

TEST_CASE("skinning: rotations that jump make a beam collapse, blended ones do not") {
    PosedScene scene("twist");
    scene.run(2);
    const auto joint = [&](const std::string& name) {
        const VolumeMesh& mesh = scene.mesh(name);
        return verification::deformation_of(
            mesh, scene.positions(name),
            [](const Eigen::Vector3d& X) { return std::abs(X.x() - 0.5) < 0.1; });
    };
    const Deformation sharp = joint("sharp"), blended = joint("blended");
    Record record("10 A jump of rotations by 150 degrees, Song et al. 2023, figure 9");
    record.below("sharp: -swelling of the joint", 1 - sharp.volume, -1);
    record.below("blended: change of volume of the joint", std::abs(blended.volume - 1), 0.1);
    record.below("blended: inverted elements", blended.n_inverted, 1);
}

TEST_CASE("skinning: the volume of an elbow of 90 degrees") {
    PosedScene scene("elbow");
    scene.run(10);
    Record record("11 Volume within 15 cm of an elbow of 90 degrees, relative change");
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
