/// Shared by the tests of dead loads.
#pragma once

#include <catch2/catch.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>

namespace sinew::test {

/// Turns the node by a right angle about z.
inline const std::string turned = "    transform: {rotate: {axis: [0, 0, 1], angle: 90 deg}}\n";

inline void check_close(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    INFO(a.transpose() << " against " << b.transpose());
    CHECK((a - b).norm() < 1e-10 * (1 + b.norm()));
}

/// About the origin [N m].
inline Eigen::Vector3d moment(const Points& x, const Points& f) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (Index i = 0; i < x.cols(); ++i) sum += x.col(i).cross(f.col(i));
    return sum;
}

/// The stiffness of a load at q, times d: the difference between the tangents of two bodies that
/// are alike but for the load.
inline Vector stiffness_times(SceneBody& loaded, SceneBody& bare, const Vector& q, const Vector& d,
                              Definiteness definiteness = Definiteness::exact) {
    const TangentWeights stiffness{0, 0, 1};
    const Vector v = Vector::Zero(q.size());
    Vector with, without;
    loaded.system().tangent(q, v, stiffness, definiteness, nullptr).apply(d, with);
    bare.system().tangent(q, v, stiffness, definiteness, nullptr).apply(d, without);
    return with - without;
}

/// The same of a load that has to make the tangent unsymmetric.
inline Vector unsymmetric_stiffness_times(SceneBody& loaded, SceneBody& bare, const Vector& q,
                                          const Vector& d) {
    const Vector v = Vector::Zero(q.size());
    REQUIRE_FALSE(
        loaded.system().tangent(q, v, {0, 0, 1}, Definiteness::exact, nullptr).symmetric());
    return stiffness_times(loaded, bare, q, d);
}

/// Checks that `product` is minus the derivative of the loads at q along d: the error of central
/// differences is of second order.
inline void check_stiffness(SceneBody& scene, const Vector& q, const Vector& d,
                            const Vector& product) {
    double last = 0;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
        const Points change = scene.loads_at(q + h * d) - scene.loads_at(q - h * d);
        const double error = (change.reshaped() / (2 * h) + product).norm();
        if (last > 0) CHECK(last / error == Approx(4).epsilon(0.05));
        last = error;
    }
}

}  // namespace sinew::test
