/// A body whose one bone turns, for materials that take their rotations from a rig.
#pragma once

#include <support/scene_body.hpp>

#include "bound_law.hpp"

namespace sinew::test {

/// Turns about an axis askew by 1.3 rad in a second, of the body in eight elements.
inline std::string turning_arm(const std::string& material) {
    return "    rig: {type: skeleton, joints: [{name: arm, at: [0, 0, 0], tail: [1, 0, 0], "
           "keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [1, 2, -1], angle: 1.3}}]}]}\n"
           "    mesh: {type: box, size: [1, 1, 1], cells: [2, 2, 2], element: hex8}\n"
           "    weights: {type: closest_bone}\n"
           "    material: {type: " +
           material + "}\n";
}

struct Bound {
    SceneBody scene;
    std::unique_ptr<PointLaw> law;
    AtPoint at{*law};
    explicit Bound(const std::string& material)
        : scene(turning_arm(material)), law(scene.body().material->bind(scene.body().mesh)) {}
};

inline const Matrix3 turned =
    Eigen::AngleAxisd(1.3, Eigen::Vector3d(1, 2, -1).normalized()).toRotationMatrix();

}  // namespace sinew::test
