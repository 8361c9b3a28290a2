#include <support/small_run.hpp>

#include "../load/load_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string on_top =
    "    constraints: [{type: rigid, where: {plane: {normal: [0, 0, 1], offset: 0.5}}, stiffness: "
    "40}]\n";

/// Half a turn about an oblique axis, and a shift.
Points moved(const Points& X) {
    const Eigen::AngleAxisd turn(2.9, Eigen::Vector3d(1, 2, -1).normalized());
    return (turn.toRotationMatrix() * X).colwise() + Eigen::Vector3d(3, -1, 2);
}

}  // namespace

TEST_CASE("constraint/rigid: a rigid motion takes no force, however far it goes") {
    SceneBody scene(box_of("hex8") + on_top);
    const Points& X = scene.body().mesh.positions;
    CHECK(scene.loads().norm() == 0);
    const Points f = scene.loads_at(Points(moved(X) - X).reshaped());
    CHECK(f.norm() < 1e-12);
}

TEST_CASE("constraint/rigid: forces have neither sum nor moment") {
    SceneBody scene(box_of("tet10") + on_top);
    const Points& X = scene.body().mesh.positions;
    const Points x = moved(X) + 0.03 * noise(X.size()).reshaped(3, X.cols());
    const Points f = scene.loads_at(Points(x - X).reshaped());
    REQUIRE(f.norm() > 1);
    CHECK(f.rowwise().sum().norm() < 1e-12 * f.norm());
    CHECK(moment(x, f).norm() < 1e-11 * f.norm());
}

TEST_CASE("constraint/rigid: forces are the gradient of the springs' energy") {
    SceneBody scene(box_of("hex8") + on_top), bare(box_of("hex8"));
    const Points& X = scene.body().mesh.positions;
    const Index n = X.size();
    const Vector q = Points(moved(X) - X).reshaped() + 0.03 * noise(n), d = noise(n, 2);
    const Vector zero = Vector::Zero(n);
    const auto energy = [&](const Vector& at) {
        return scene.system().stored_energies(at, zero).total() -
               bare.system().stored_energies(at, zero).total();
    };
    const double power = scene.loads_at(q).reshaped().dot(d);
    REQUIRE(std::abs(power) > 0.1);
    double last = 0;
    for (const double h : {4e-3, 2e-3, 1e-3}) {
        const double error = (energy(q + h * d) - energy(q - h * d)) / (2 * h) + power;
        if (last != 0) CHECK(last / error == Approx(4).epsilon(0.05));
        last = error;
    }
}

TEST_CASE("constraint/rigid: its stiffness is the derivative of its forces") {
    SceneBody scene(box_of("hex8") + on_top), bare(box_of("hex8"));
    const Points& X = scene.body().mesh.positions;
    const Index n = X.size();
    const Vector q = Points(moved(X) - X).reshaped() + 0.03 * noise(n), d = noise(n, 2);
    check_stiffness(scene, q, d, stiffness_times(scene, bare, q, d));
}

TEST_CASE("constraint/rigid: the projected stiffness of a compressed face is positive") {
    SceneBody with(box_of("hex8") + on_top), without(box_of("hex8"));
    const Points& X = with.body().mesh.positions;
    const Vector q = -0.1 * X.reshaped();
    const auto lowest = [&](Definiteness definiteness) {
        const Index n = q.size();
        Eigen::MatrixXd K(n, n);
        for (Index i = 0; i < n; ++i)
            K.col(i) = stiffness_times(with, without, q, Vector::Unit(n, i), definiteness);
        return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(K).eigenvalues()[0];
    };
    CHECK(lowest(Definiteness::exact) == Approx(40 * (1 - 1 / 0.9)).epsilon(1e-6));
    CHECK(lowest(Definiteness::psd_projected) > -1e-9);
}

TEST_CASE("constraint/rigid: explicit steps are short enough for the springs") {
    const testing::SmallRun run(
        "fall",
        "sinew: 1\ntime: {end: 0.1 s, step: 0.05 s}\nscene:\n  - node: block\n" + box_of("hex8") +
            "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}, "
            "{type: rigid, where: {plane: {normal: [0, 0, 1], offset: 0.5}}, stiffness: "
            "1e5}]\n"
            "    initial: {velocity: [0, 0, 0.1]}\n"
            "    solver: {type: central_difference}\n"
            "    outputs: [{type: energy}]\n");
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/fall-block-energy.csv");
    REQUIRE(rows.size() == 3);
    constexpr std::size_t total = 5;
    CHECK(rows.back()[total] == Approx(rows.front()[total]).epsilon(0.01));
}

TEST_CASE("constraint/rigid: modes about rest, which leave its springs out, refuse it") {
    const testing::SmallRun run(
        "modes", "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: block\n" +
                     box_of("hex8") + on_top + "    solver: {type: modal, modes: 1}\n");
    CHECK(run.run() == 2);
    CHECK_THAT(run.bytes("out/run.json"),
               Catch::Contains("holds nodes by springs, which modes about rest leave out"));
}

TEST_CASE("constraint/rigid: an end that a moment twists stays plane") {
    // A square shaft warps where it is twisted; with the end rigid it does not.
    const auto out_of_plane = [](const std::string& constraint) {
        const testing::SmallRun run(
            "shaft",
            "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: shaft\n"
            "    mesh: {type: box, size: [1, 0.2, 0.1], cells: [10, 4, 2], element: hex8}\n"
            "    material: {type: neo_hookean, young: 1 MPa, poisson: 0.3}\n"
            "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}" +
                constraint +
                "]\n    loads: [{type: moment, where: {plane: {normal: [1, 0, 0], offset: 1}}, "
                "moment: [10, 0, 0]}]\n"
                "    solver: {type: static, linear: {type: lu}}\n"
                "    outputs: [{type: probe, at: [[1, 0.2, 0.1], [1, 0, 0.1]]}]\n");
        REQUIRE(run.run() == 0);
        const auto row = run.table("out/shaft-shaft-probe.csv").back();
        return std::abs(row[1] - row[4]);
    };
    const double free = out_of_plane("");
    const double rigid = out_of_plane(
        ", {type: rigid, where: {plane: {normal: [1, 0, 0], offset: 1}}, stiffness: 1e8}");
    CHECK(free > 1e-3);
    CHECK(rigid < 1e-3 * free);
}

TEST_CASE("constraint/rigid: nodes on a line are refused") {
    CHECK_THROWS_WITH(
        SceneBody(box_of("hex8") +
                  "    constraints: [{type: rigid, stiffness: 1, where: {box: {min: [-1, -1, -1], "
                  "max: [2, 0.1, 0.1]}}}]\n"),
        Catch::Contains("the 3 nodes of constraint/rigid lie on one line"));
}
