/// A body whose one bone turns, for materials that take their rotations from a rig.
#pragma once

#include <catch2/catch.hpp>
#include <support/scene_body.hpp>

#include "law_checks.hpp"

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

/// Checks that every law passes, at rest and in the pose.
inline void check_laws(Bound& bound) {
    CHECK(rest_is_free(bound.at) == "");
    CHECK(is_isotropic(bound.at) == "");
    for (const double t : {0.0, 1.0}) {
        bound.law->move_to(t);
        CHECK(stress_is_derivative(bound.at) == "");
        CHECK(stress_change_is_derivative(bound.at) == "");
        CHECK(tangent_is_stress_change(bound.at) == "");
        CHECK(psd_projected_is_projection(bound.at) == "");
        CHECK(tangent_is_constant_where_claimed(bound.at) == "");
    }
}

}  // namespace sinew::test
