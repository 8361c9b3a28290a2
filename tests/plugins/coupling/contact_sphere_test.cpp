#include <catch2/catch.hpp>

#include "coupling_scene.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// Force of a sphere of 1 kPa/m on a node of that area: outward, or inward in a bowl.
Eigen::Vector3d expected(const Eigen::Vector3d& x, const Eigen::Vector3d& center, double radius,
                         bool bowl, double area) {
    const Eigen::Vector3d r = x - center;
    const double depth = (bowl ? -1 : 1) * (radius - r.norm());
    if (depth <= 0) return Eigen::Vector3d::Zero();
    return (bowl ? -1 : 1) * 1e3 * depth * area * r.normalized();
}

}  // namespace

TEST_CASE("coupling/contact_sphere: nodes inside are pushed out by stiffness, depth and area") {
    CouplingScene scene(
        "type: contact_sphere, stiffness: 1 kPa/m, radius: 0.6, center: [0.1, 0.2, -0.1]");
    const PointBodies bodies = scene.moved({0.01, 0.02, 0.03});
    const Vector f = evaluate(scene.coupling(), bodies).f;
    int n_touching = 0;
    for (Index i = 0; i < bodies.size / 3; ++i) {
        const Eigen::Vector3d force = expected(bodies.x.segment<3>(3 * i), {0.1, 0.2, -0.1}, 0.6,
                                               false, scene.areas()[std::size_t(i)]);
        CHECK((f.segment<3>(3 * i) - force).norm() < 1e-10);
        n_touching += force.norm() > 0;
    }
    CHECK(n_touching > 2);
    CHECK(n_touching < 27);
}

TEST_CASE("coupling/contact_sphere: a bowl pushes back what leaves it") {
    CouplingScene scene(
        "type: contact_sphere, stiffness: 1 kPa/m, radius: 0.8, center: [0.5, 0.5, 0.5], "
        "inside_out: true");
    const PointBodies bodies = scene.moved({0, 0, 0});
    const Vector f = evaluate(scene.coupling(), bodies).f;
    double pushed = 0;
    for (Index i = 0; i < bodies.size / 3; ++i) {
        const Eigen::Vector3d force = expected(bodies.x.segment<3>(3 * i), {0.5, 0.5, 0.5}, 0.8,
                                               true, scene.areas()[std::size_t(i)]);
        CHECK((f.segment<3>(3 * i) - force).norm() < 1e-10);
        pushed += force.norm();
    }
    // The eight corners only, sqrt(3)/2 from the middle; each has three quarters of a small face.
    CHECK(pushed == Approx(8 * 1e3 * (std::sqrt(3.0) / 2 - 0.8) * 3 * 0.25 * 0.25));
}

TEST_CASE("coupling/contact_sphere: it comes and goes as its centre moves") {
    CouplingScene scene(
        "type: contact_sphere, stiffness: 1 kPa/m, radius: 1, center: {keyframes: [[0, [0.5, 0.5, "
        "-2]], [1, [0.5, 0.5, -0.9]]]}");
    const PointBodies bodies = scene.moved({0, 0, 0});
    CHECK(evaluate(scene.coupling(), bodies, 0).f.norm() == 0);
    const Vector f = evaluate(scene.coupling(), bodies, 1).f;
    const Points forces = f.reshaped(3, f.size() / 3);
    CHECK(forces.row(2).sum() > 0);
    // The sphere stands under the middle: nothing pushes aside.
    CHECK(std::abs(forces.row(0).sum()) + std::abs(forces.row(1).sum()) < 1e-12);
}

TEST_CASE("coupling/contact_sphere: forces and tangent are derivatives of its energy") {
    for (const char* side : {"", ", inside_out: true"}) {
        INFO(side);
        CouplingScene scene(
            std::string("type: contact_sphere, stiffness: 1 kPa/m, center: [0.4, 0.6, 0.5], "
                        "radius: ") +
            (*side ? "0.1" : "3") + side);
        const PointBodies bodies = scene.moved({0.03, 0.01, 0.02});
        Vector d(bodies.size);
        for (Index i = 0; i < d.size(); ++i) d[i] = std::sin(1.3 * double(i) + 0.2);
        CHECK(order_of_force(scene.coupling(), bodies, d, 1e-2) == Approx(2).margin(0.1));
        CHECK(order_of_tangent(scene.coupling(), bodies, d, 1e-2) == Approx(2).margin(0.1));
    }
}

TEST_CASE("coupling/contact_sphere: a radius is needed, and must be positive") {
    CHECK_THROWS_WITH(CouplingScene("type: contact_sphere, stiffness: 1 kPa/m"),
                      Catch::Contains("radius"));
    CHECK_THROWS_WITH(CouplingScene("type: contact_sphere, stiffness: 1 kPa/m, radius: -1 m"),
                      Catch::Contains("radius is -1 m, must be > 0"));
}
