/// A body on a rig that a player may take.
#pragma once

#include "exported.hpp"

namespace sinew::test {

/// An arm of tetrahedra on two joints, of which the upper one moves and turns the whole.
struct ArmScene {
    std::string material = "{type: stvk, young: 30 kPa, poisson: 0.4, density: 1000}";
    std::string formulation = "{type: posed, blend: linear, poses: [{time: 0.2 s}, {time: 0.3 s}]}";
    std::string options = ", inertia: {tolerance: 0.2, count: 20}";
    std::string forces =
        "{type: cubature, size: 40, poses: {type: gaussian, count: 12, amplitude: 0.03}, "
        "unreached: keep}";
    std::string solver =
        "{type: implicit_euler, damping: {mass: 0.2, stiffness: 0.002}, newton: "
        "{iterations: 2, line_search: false}}";
    std::string sculpted;  ///< parameters of rig/psd, a line each but the first; none if empty
    std::string more;

    std::string joints() const {
        return R"(joints:
          - name: shoulder
            at: [0, 0.1, 0.1]
            keyframes:
              - {time: 0 s}
              - {time: 0.3 s, move: [0, 0, 0.2], turn: {axis: [0, 1, 1], angle: 50 deg}}
          - name: elbow
            parent: shoulder
            at: [0.5, 0.1, 0.1]
            tail: [1, 0.1, 0.1]
            keyframes:
              - {time: 0 s}
              - {time: 0.2 s, turn: {axis: [0, 0, 1], angle: 60 deg}}
              - {time: 0.3 s, turn: {axis: [0, 1, 0], angle: 30 deg}})";
    }
    std::string text() const {
        return "sinew: 1\ntime: {end: 0.3 s, step: 1/90 s}\nscene:\n  - node: arm\n    transform: "
               "{translate: [0.1, 0.2, 0.3], rotate: {axis: [1, 0, 0], angle: 20 deg}}\n"
               "    rig:\n" +
               (sculpted.empty() ? "" : "      type: psd\n      " + sculpted + "\n      of:\n") +
               "        type: skeleton\n        smooth: 0.05 s\n        at_end: hold\n"
               "        " +
               joints() +
               "\n    mesh: {type: box, size: [1, 0.2, 0.2], cells: [8, 4, 4], element: tet4}\n"
               "    weights: {type: bbw}\n    material: " +
               material + "\n    formulation: " + formulation +
               "\n    reduction: {type: pose_space, basis: {type: linear_modes, modes: 6}, "
               "forces: " +
               forces + options +
               "}\n    constraints: [{type: bones, bones: [shoulder, elbow], radius: 4 cm}]\n"
               "    loads: [{type: gravity}]\n    solver: " +
               solver + "\n" + more;
    }
    Value scene() const { return parse_scene(text(), "arm.yaml"); }
};

}  // namespace sinew::test
