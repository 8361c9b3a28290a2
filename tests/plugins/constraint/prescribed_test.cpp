#include <catch2/catch.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>
#include <support/small_run.hpp>

using namespace sinew;
using test::box_of;
using test::SceneBody;

namespace {

const std::string left = "where: {plane: {normal: [1, 0, 0], offset: 0}}";  // 12 nodes

}  // namespace

TEST_CASE(
    "constraint/prescribed: nodes turn about their axis and are displaced, with the rates of "
    "that") {
    SceneBody scene(box_of("hex8") + "    constraints:\n      - {type: prescribed, " + left +
                    ",\n         displacement: {expr: [\"t^2\", \"0\", \"0\"]},\n"
                    "         rotate: {axis: [0, 0, 2], angle: {expr: \"0.5*t^2\"}, "
                    "center: [1, 0, 0]}}\n");
    BodySystem& system = scene.system();
    const double t = 0.7, h = 1e-4;
    const auto at = [&](double time) {
        system.move_to(time);
        return system.prescribed();
    };
    const Prescribed before = at(t - h), after = at(t + h), now = at(t);
    REQUIRE(now.dofs.size() == 36);
    const Vector rate = (after.q - before.q) / (2 * h);
    const Vector acceleration = (after.q - 2 * now.q + before.q) / (h * h);
    CHECK((rate - now.v).norm() < 1e-6 * now.v.norm());
    CHECK((acceleration - now.a).norm() < 1e-5 * now.a.norm());
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(0.5 * t * t, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    const Eigen::Vector3d center(1, 0, 0);
    for (Index k = 0; k < 36; k += 3) {
        const Eigen::Vector3d X = scene.body().mesh.positions.col(now.dofs[std::size_t(k)] / 3);
        const Eigen::Vector3d x = center + R * (X - center) + Eigen::Vector3d(t * t, 0, 0);
        CHECK((X + now.q.segment<3>(k) - x).norm() < 1e-12);
    }
}

TEST_CASE("constraint/prescribed: motion seen from the node turns with it") {
    SceneBody scene(box_of("hex8") +
                    "    transform: {rotate: {axis: [0, 0, 1], angle: 90 deg}}\n"
                    "    constraints: [{type: prescribed, " +
                    left + ", displacement: [0.2, 0, 0], frame: node}]\n");
    const Prescribed& constrained = scene.system().prescribed();
    REQUIRE(constrained.dofs.size() == 36);
    for (Index k = 0; k < 36; k += 3)
        CHECK((constrained.q.segment<3>(k) - Eigen::Vector3d(0, 0.2, 0)).norm() < 1e-14);
}

TEST_CASE("constraint/prescribed: an axis without length is refused") {
    CHECK_THROWS_WITH(SceneBody(box_of("tet4") + "    constraints: [{type: prescribed, " + left +
                                ", rotate: {axis: [0, 0, 0], angle: 1}}]\n"),
                      Catch::Contains("has no length"));
}

TEST_CASE("constraint/prescribed: a displacement along an axis that is left free is refused") {
    const std::string turned = "    transform: {rotate: {axis: [0, 0, 1], angle: 90 deg}}\n";
    const auto move = [](double t, const std::string& constraint, const std::string& node = "") {
        SceneBody scene(box_of("tet4") + node + "    constraints: [{type: prescribed, " + left +
                        ", " + constraint + "}]\n");
        scene.system().move_to(t);
    };
    CHECK_THROWS_WITH(move(0, "axes: [x], displacement: [0.1, 0.2, 0]"),
                      Catch::Contains("the displacement is 0.2 m along y of the world at 0 s, but "
                                      "axes leaves y free") &&
                          Catch::Contains("add y to axes, or let the displacement be zero"));
    const std::string late =
        "axes: [x, y], displacement: {keyframes: [[0, [0, 0, 0]], [0.5, [0, 0, 0]], "
        "[1, [0, 0, 0.1]]]}";
    CHECK_NOTHROW(move(0.5, late));
    CHECK_THROWS_WITH(move(0.6, late), Catch::Contains("0.02 m along z of the world at 0.6 s"));
    CHECK_NOTHROW(move(0.6, late + ", until: 0.5 s"));
    const std::string along_x = ", displacement: [0.1, 0, 0], frame: node";
    CHECK_THROWS_WITH(move(0, "axes: [x]" + along_x, turned),
                      Catch::Contains("axes leaves y free"));
    CHECK_NOTHROW(move(0, "axes: [y]" + along_x, turned));
    const std::string rounded = "    transform: {rotate: {axis: [0, 0, 1], angle: 1.5707963}}\n";
    CHECK_NOTHROW(move(0, "axes: [y]" + along_x, rounded));
    CHECK_NOTHROW(move(0, "axes: [x, y], rotate: {axis: [1, 0, 0], angle: 1}"));
}

TEST_CASE("constraint/prescribed: a bar that is stretched answers with F = E A strain") {
    const testing::SmallRun run(
        "pull",
        "sinew: 1\ntime: {end: 1 s, step: 0.25 s}\nscene:\n  - node: bar\n"
        "    mesh: {type: box, size: [2, 0.5, 0.5], cells: [4, 2, 2], element: hex8}\n"
        "    material: {type: linear, young: 1 MPa, poisson: 0.3}\n"
        "    constraints:\n"
        "      - {type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}, axes: [x]}\n"
        "      - {type: fixed, where: {plane: {normal: [0, 1, 0], offset: 0}}, axes: [y]}\n"
        "      - {type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}, axes: [z]}\n"
        "      - {type: prescribed, where: {plane: {normal: [1, 0, 0], offset: 2}}, axes: [x], "
        "displacement: {keyframes: [[0, [0, 0, 0]], [1, [0.02, 0, 0]]]}}\n"
        "    solver: {type: static}\n"
        "    outputs: [{type: probe, where: {plane: {normal: [1, 0, 0], offset: 2}}, "
        "quantities: [reaction, displacement]}]\n");
    REQUIRE(run.run() == 0);
    for (const auto& row : run.table("out/pull-bar-probe.csv")) {
        const double strain = 0.01 * row[0];
        CHECK(row[1] == Approx(1e6 * 0.25 * strain).margin(1e-3));
        CHECK(row[4] == Approx(2 * strain).margin(1e-12));
        CHECK(row[5] == Approx(-0.3 * strain * 0.25).margin(1e-9));  // mean of 0 and 0.5 m
    }
}
