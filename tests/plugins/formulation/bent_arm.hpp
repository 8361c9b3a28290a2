/// An arm of two bones that bends and turns, in the mixed formulation, small enough for dense
/// algebra.
#pragma once

#include <Eigen/Dense>
#include <support/dense_entries.hpp>
#include <support/scene_body.hpp>

namespace sinew::test {

inline std::string bent_arm(const std::string& material) {
    return "    rig: {type: skeleton, joints: [{name: upper, at: [0, 0.5, 0.5], radius: 0.1},\n"
           "      {name: lower, parent: upper, at: [1, 0.5, 0.5], tail: [2, 0.5, 0.5], radius: "
           "0.1,\n"
           "       keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [1, 3, 1], angle: 1.1}}]}]}\n"
           "    mesh: {type: box, size: [2, 1, 1], cells: [4, 2, 2], element: tet4}\n"
           "    weights: {type: closest_bone}\n"
           "    material: {type: " +
           material +
           "}\n    formulation: {type: mixed}\n    constraints: [{type: attach, stiffness: 300 "
           "N/m}]\n";
}

inline Eigen::MatrixXd stiffness(BodySystem& system, const Vector& q, Forces& forces) {
    const Tangent& K =
        system.tangent(q, Vector::Zero(q.size()), {0, 0, 1}, Definiteness::exact, &forces);
    DenseEntries dense(q.size());
    K.add_entries(dense, 0);
    return dense.matrix;
}

/// The minimiser of a quadratic energy, by one Newton step from rest.
inline Vector solved(BodySystem& system) {
    Vector q = Vector::Zero(system.size());
    Forces forces;
    const Eigen::MatrixXd K = stiffness(system, q, forces);
    q -= K.ldlt().solve(forces.internal - forces.external);
    return q;
}

}  // namespace sinew::test
