#include <catch2/catch.hpp>
#include <support/small_run.hpp>

#include "coupling_scene.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

/// A slab of 0.4 x 0.4 m on a plane with friction 0.5, stick_speed 1 mm/s. `solver`: the inside of
/// its map; `slab`: the lines of its node, each indented by eight spaces and ended.
testing::SmallRun slab_on_plane(const std::string& time, const std::string& stiffness,
                                const std::string& solver, const std::string& slab) {
    return {"slab", "sinew: 1\ntime: " + time +
                        "\nscene:\n  - node: world\n    couplings: [{type: contact_plane, bodies: "
                        "[slab], stiffness: " +
                        stiffness + ", friction: 0.5, stick_speed: 1 mm/s}]\n    solver: {" +
                        solver + "}\n    children:\n      - node: slab\n" + slab};
}

}  // namespace

TEST_CASE(
    "coupling/contact_plane: each node is pushed out by stiffness times depth times its area") {
    // Through the cube's middle, sloping: depth (p - x) . n.
    CouplingScene scene(
        "type: contact_plane, stiffness: 1 kPa/m, point: [0.5, 0.5, 0.5], normal: "
        "[0, 3, 4]");
    const PointBodies bodies = scene.moved({0.1, -0.02, 0.03});
    const Vector f = evaluate(scene.coupling(), bodies).f;
    const Eigen::Vector3d n(0, 0.6, 0.8), point(0.5, 0.5, 0.5);
    const std::vector<double> areas = scene.areas();
    double energy = 0;
    for (Index i = 0; i < bodies.size / 3; ++i) {
        const Eigen::Vector3d x = bodies.x.segment<3>(3 * i);
        const double area = areas[std::size_t(i)], depth = std::max(0.0, (point - x).dot(n));
        CHECK((f.segment<3>(3 * i) - 1e3 * depth * area * n).norm() < 1e-10);
        energy += 0.5 * 1e3 * depth * depth * area;
    }
    CHECK(scene.coupling().energy(bodies, 0) == Approx(energy));
}

TEST_CASE("coupling/contact_plane: a body in front of the plane feels nothing") {
    CouplingScene scene("type: contact_plane, stiffness: 1 kPa/m, friction: 0.5");
    const PointBodies bodies = scene.moved({0, 0, 1e-9});
    CHECK(evaluate(scene.coupling(), bodies).f.norm() == 0);
    CHECK(scene.coupling().energy(bodies, 0) == 0);
}

TEST_CASE("coupling/contact_plane: a plane that rises lifts what lies on it") {
    CouplingScene scene(
        "type: contact_plane, stiffness: 1 kPa/m, point: {expr: [\"0\", \"0\", \"0.1*t\"]}");
    const PointBodies bodies = scene.moved({0, 0, 0.05});
    CHECK(evaluate(scene.coupling(), bodies, 0.4).f.norm() == 0);
    // The lower nodes bear the bottom, 1 m^2, and the lower quarter of the walls' height, 4 x 0.25.
    const Vector f = evaluate(scene.coupling(), bodies, 1).f;
    CHECK(f.reshaped(3, f.size() / 3).row(2).sum() == Approx(1e3 * 0.05 * 2));
}

TEST_CASE("coupling/contact_plane: a normal of no length and an unknown body are refused") {
    CHECK_THROWS_WITH(CouplingScene("type: contact_plane, stiffness: 1 kPa/m, normal: [0, 0, 0]"),
                      Catch::Contains("a plane needs a direction"));
    CHECK_THROWS_WITH(CouplingScene("type: contact_plane, stiffness: 1 kPa/m, bodies: [/cub]"),
                      Catch::Contains("'/cub' names no node"));
}

TEST_CASE("coupling/contact_plane: explicit steps creep in stick as the smoothed law says") {
    // On a slope, tan(angle) = 0.25, mu = 0.5: mu phi(s) = 0.25 at s = 1 - sqrt(1/2).
    const auto run = slab_on_plane(
        "{end: 1.5 s, step: 1/50 s}", "1 MPa/m", "type: central_difference, damping: {mass: 40}",
        "        mesh: {type: box, size: [0.4, 0.4, 0.05], cells: [2, 2, 1], element: hex8}\n"
        "        transform: {translate: [0, 0, -4e-4]}\n"
        "        material: {type: neo_hookean, young: 1 MPa, poisson: 0.3, density: 1000}\n"
        "        loads: [{type: gravity, acceleration: [2, 0, -8]}]\n"
        "        outputs: [{type: probe, at: [0.2, 0.2, 0.025], quantities: [velocity]}]\n");
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/slab-world-slab-probe.csv");
    const double creep = 1e-3 * (1 - std::sqrt(0.5));
    const std::size_t n = 40;
    double mean = 0;
    for (std::size_t k = rows.size() - n; k < rows.size(); ++k) {
        CHECK(rows[k][1] == Approx(creep).epsilon(0.1));
        CHECK(std::abs(rows[k][2]) < 0.1 * creep);
        mean += rows[k][1] / double(n);
    }
    CHECK(mean == Approx(creep).epsilon(0.02));
}

TEST_CASE("coupling/contact_plane: in statics what slips in a step is held back by mu times f_n") {
    // Pressed down by its lid, then dragged: the clock gives the speed of the slip.
    const auto run = slab_on_plane(
        "{end: 2 s, step: 0.25 s}", "1 MPa/m", "type: static",
        "        mesh: {type: box, size: [0.4, 0.4, 0.1], cells: [3, 3, 2], element: hex8}\n"
        "        material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n"
        "        constraints: [{type: prescribed, where: {plane: {normal: [0, 0, 1], offset: 0.1}},"
        " displacement: {keyframes: [[0, [0, 0, 0]], [1, [0, 0, -0.004]], [2, [0.1, 0, -0.004]]]}}]"
        "\n"
        "        outputs: [{type: probe, where: {plane: {normal: [0, 0, 1], offset: 0.1}}, "
        "quantities: [reaction]}]\n");
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/slab-world-slab-probe.csv");
    const auto& pressed = rows[4];
    CHECK(pressed[3] < -100);
    CHECK(std::abs(pressed[1]) < 1e-3 * std::abs(pressed[3]));
    const auto& dragged = rows.back();
    CHECK(dragged[1] == Approx(-0.5 * dragged[3]).epsilon(1e-3));
}

TEST_CASE("coupling/contact_plane: what slides with friction stops after v^2 / (2 mu g)") {
    // A flat slab that does not tip, put down where the plane carries its weight.
    const auto run = slab_on_plane(
        "{end: 0.3 s, step: 1/500 s}", "10 MPa/m", "type: implicit_newmark",
        "        mesh: {type: box, size: [0.4, 0.4, 0.05], cells: [4, 4, 1], element: hex8}\n"
        "        transform: {translate: [0, 0, -4e-5]}\n"
        "        material: {type: neo_hookean, young: 10 MPa, poisson: 0.3, density: 1000}\n"
        "        initial: {velocity: [1, 0, 0]}\n"
        "        loads: [{type: gravity, acceleration: [0, 0, -10]}]\n"
        "        outputs: [{type: probe, at: [0.2, 0.2, 0.025], quantities: [displacement, "
        "velocity]}]\n");
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/slab-world-slab-probe.csv");
    const auto& last = rows.back();
    CHECK(last[1] == Approx(1.0 / (2 * 0.5 * 10)).epsilon(0.03));
    CHECK(std::abs(last[2]) < 1e-4);
    CHECK(std::abs(last[4]) < 0.02);
    const auto& halfway = rows[50];  // 0.1 s: v = v0 - mu g t
    CHECK(halfway[4] == Approx(0.5).epsilon(0.05));
}
