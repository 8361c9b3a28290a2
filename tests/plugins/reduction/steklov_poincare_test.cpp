#include <omp.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/empty_cache.hpp>
#include <support/small_run.hpp>

using sinew::testing::SmallRun;

namespace {

struct ArmScene {
    std::string reduction = "    reduction: {type: steklov_poincare}\n";
    std::string linear = "{type: pcg, preconditioner: own}";
    std::string material = "ex_rotated, young: 10 kPa, poisson: 0.4";
    std::string constraints = "{type: attach}";
    std::string more = {}, solver = "static", end = "1 s", angle = "90 deg", step = "0.25 s";

    std::string text() const {
        return "sinew: 1\ntime: {end: " + end + ", step: " + step + R"(}
scene:
  - node: arm
    rig: {type: skeleton, joints: [{name: upper, at: [0, 0, 0], radius: 0.05}, {name: lower,
      parent: upper, at: [0.5, 0, 0], tail: [1, 0, 0], radius: 0.05,
      keyframes: [{time: 0 s}, {time: 1 s, turn: {axis: [0, -1, 0], angle: )" +
               angle + R"(}}]}]}
    mesh: {type: box, size: [1, 0.2, 0.2], origin: [0, -0.1, -0.1], cells: [20, 6, 6],
           element: tet4}
    weights: {type: closest_bone, blend: 0.2}
    material: {type: )" +
               material + "}\n    constraints: [" + constraints + "]\n" + reduction + more +
               "    solver: {type: " + solver + ", linear: " + linear + R"(}
    outputs: [{type: probe, at: [1, 0.1, 0.1], name: tip},
              {type: probe, at: [0.5, -0.1, 0.1], name: crease},
              {type: checkpoint, keep: 5}]
)";
    }
};

std::vector<std::vector<double>> ends(const SmallRun& run) {
    return {run.table("out/arm-tip.csv").back(), run.table("out/arm-crease.csv").back()};
}

double distance(const std::vector<std::vector<double>>& a,
                const std::vector<std::vector<double>>& b) {
    double most = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; j < a[i].size(); ++j)
            most = std::max(most, std::abs(a[i][j] - b[i][j]));
    return most;
}

std::vector<std::vector<double>> moved(const ArmScene& scene) {
    const SmallRun run("arm", scene.text());
    REQUIRE(run.run() == 0);
    return ends(run);
}

std::string mistake(const ArmScene& scene) {
    const SmallRun run("arm", scene.text());
    CHECK(run.run() == 2);
    return nlohmann::json::parse(run.bytes("out/run.json")).dump();
}

/// Without contact in the crease there is one minimum alone.
const std::string plane =
    "    couplings: [{type: contact, thickness: 1 cm, self: false, obstacles: [{plane: {point: [0, "
    "0, 0.35], "
    "normal: [0, 0, -1]}}]}]\n";

}  // namespace

TEST_CASE("steklov_poincare: the skin goes where it goes in the whole volume") {
    const sinew::test::EmptyCache cache;
    ArmScene whole;
    whole.reduction = "";
    whole.linear = "{type: cholesky}";
    const auto expected = moved(whole);
    CHECK(expected[0][1] < -0.2);
    CHECK(distance(moved({}), expected) < 2e-6);
    ArmScene published;
    published.reduction = "    reduction: {type: steklov_poincare, interior_sweeps: 1}\n";
    CHECK(distance(moved(published), expected) < 2e-6);
    ArmScene volume;
    volume.reduction = "    reduction: {type: steklov_poincare, unknowns: volume}\n";
    CHECK(distance(moved(volume), expected) < 2e-6);
}

TEST_CASE("steklov_poincare: with contact too, and with gravity") {
    const sinew::test::EmptyCache cache;
    ArmScene surface, whole;
    surface.more = plane + "    loads: [{type: gravity, acceleration: [0, 0, -1]}]\n";
    whole = surface;
    whole.reduction = "";
    whole.linear = "{type: cholesky}";
    const auto free = moved({}), expected = moved(whole);
    CHECK(distance(free, expected) > 0.01);
    CHECK(distance(moved(surface), expected) < 2e-6);
}

TEST_CASE("steklov_poincare: a preconditioner that knows contact saves iterations, not accuracy") {
    const sinew::test::EmptyCache cache;
    ArmScene surface, published;
    surface.more = published.more = plane;
    published.reduction =
        "    reduction: {type: steklov_poincare, contact_in_preconditioner: false}\n";
    const SmallRun knows("arm", surface.text()), does_not("arm", published.text());
    REQUIRE(knows.run() == 0);
    REQUIRE(does_not.run() == 0);
    CHECK(distance(ends(knows), ends(does_not)) < 2e-6);
    const auto iterations = [](const SmallRun& run) {
        const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
        return report.at("solvers").at("/arm").at("linear_iterations").get<int>();
    };
    CHECK(1.3 * iterations(knows) < iterations(does_not));
}

TEST_CASE("steklov_poincare: hung on springs, and with a solid that moves into it") {
    const sinew::test::EmptyCache cache;
    ArmScene surface;
    surface.constraints = "{type: attach, stiffness: 20 kN/m}";
    surface.more =
        "    couplings:\n      - type: contact\n        obstacles:\n          - surface:\n"
        "              mesh: {type: isosurface, shape: {sphere: {center: [0.25, 0, 0.3], radius: "
        "0.1}}, edge: 2 cm}\n"
        "              displacement: {expr: [\"0\", \"0\", \"-0.12*t\"]}\n";
    ArmScene whole = surface, constrained = surface;
    whole.reduction = "";
    whole.linear = "{type: cholesky}";
    constrained.constraints = "{type: attach}";
    const auto found = moved(surface), expected = moved(whole);
    CHECK(distance(found, moved(constrained)) > 1e-4);
    CHECK(distance(found, expected) < 2e-6);
}

TEST_CASE("steklov_poincare: friction drags a skin as it drags a volume") {
    const sinew::test::EmptyCache cache;
    const auto dragged = [](const std::string& reduction, const std::string& linear,
                            const std::string& friction) {
        const SmallRun run(
            "block",
            "sinew: 1\ntime: {end: 1 s, step: 0.25 s}\nscene:\n  - node: block\n"
            "    mesh: {type: box, size: [1, 0.2, 0.2], origin: [0, -0.1, -0.1], cells: [20, 6, "
            "6], "
            "element: tet4}\n    material: {type: linear, young: 10 kPa, poisson: 0.4}\n"
            "    constraints: [{type: prescribed, where: {plane: {normal: [0, 0, 1], offset: "
            "-0.1}}, displacement: {expr: [\"0.04*t\", \"0\", \"0\"]}}]\n" +
                reduction +
                "    couplings: [{type: contact, thickness: 1 cm, stiffness: 2 kPa, obstacles: "
                "[{plane: {point: [0, 0, 0.105], normal: [0, 0, -1]}}]" +
                friction + "}]\n    solver: {type: static, linear: " + linear +
                "}\n    outputs: [{type: probe, at: [0.5, 0, 0.1], name: top}]\n");
        REQUIRE(run.run() == 0);
        return std::vector<std::vector<double>>{run.table("out/block-top.csv").back()};
    };
    const std::string surface = "    reduction: {type: steklov_poincare}\n",
                      own = "{type: pcg, preconditioner: own}", mu = ", friction: 0.5";
    const auto whole = dragged("", "{type: cholesky}", mu), found = dragged(surface, own, mu);
    CHECK(distance(found, dragged(surface, own, "")) > 0.004);
    CHECK(distance(found, whole) < 1e-7);
}

TEST_CASE("steklov_poincare: two skins in contact go where two volumes in contact go") {
    const sinew::test::EmptyCache cache;
    const auto pressed = [](const std::string& reduction, const std::string& linear) {
        const std::string tissue =
            "        material: {type: linear, young: 100 kPa, poisson: 0.4}\n" + reduction;
        const SmallRun run(
            "pair",
            "sinew: 1\ntime: {end: 1 s, step: 0.25 s}\nscene:\n  - node: world\n"
            "    couplings: [{type: contact, thickness: 2 mm}]\n"
            "    solver: {type: static, newton: {tolerance: 1e-7}, linear: " +
                linear +
                "}\n    children:\n      - node: lower\n"
                "        mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [6, 6, 3], element: "
                "tet4}\n"
                "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: "
                "0}}}]\n"
                "        outputs: [{type: probe, at: [0.1, 0.1, 0.1], name: low}]\n" +
                tissue +
                "      - node: upper\n"
                "        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [4, 4, 4], element: "
                "tet4}\n"
                "        transform: {translate: [0.048, 0.052, 0.102]}\n"
                "        constraints: [{type: prescribed, where: {box: {min: [-1, -1, 0.099], max: "
                "[1, 1, 1]}}, displacement: {expr: [\"0\", \"0.004*t\", \"-0.012*t\"]}}]\n"
                "        outputs: [{type: probe, at: [0.05, 0.05, 0], name: high}]\n" +
                tissue);
        REQUIRE(run.run() == 0);
        return std::vector{run.table("out/pair-low.csv").back(),
                           run.table("out/pair-high.csv").back()};
    };
    const std::string own = "{type: pcg, preconditioner: own}";
    const auto whole = pressed("", "{type: cholesky}");
    CHECK(whole[0][3] < -0.002);
    for (const std::string unknowns : {"surface", "volume"})
        CHECK(distance(pressed("        reduction: {type: steklov_poincare, unknowns: " + unknowns +
                                   "}\n",
                               own),
                       whole) < 2e-8);
}

TEST_CASE("steklov_poincare: pressed against itself too, on any number of threads") {
    const sinew::test::EmptyCache cache;
    ArmScene surface;
    surface.angle = "140 deg";
    surface.step = "0.05 s";
    surface.solver = "static, newton: {tolerance: 1e-7}";
    surface.more = "    couplings: [{type: contact}]\n";
    surface.reduction = "    reduction: {type: steklov_poincare, interior_tolerance: 1e-9}\n";
    ArmScene through = surface;
    through.more = "";
    const int before = omp_get_max_threads();
    std::vector<std::vector<std::vector<double>>> found;
    for (const int threads : {1, 2, 3}) {
        omp_set_num_threads(threads);
        found.push_back(moved(surface));
    }
    omp_set_num_threads(before);
    CHECK(distance(found[0], moved(through)) > 2e-4);
    CHECK(found[1] == found[0]);
    CHECK(found[2] == found[0]);
}

TEST_CASE("steklov_poincare: other preconditioners find the same, by more iterations") {
    const sinew::test::EmptyCache cache;
    ArmScene plain;
    plain.linear = "{type: pcg, preconditioner: jacobi}";
    const SmallRun with("arm", ArmScene{}.text()), without("arm", plain.text());
    REQUIRE(with.run() == 0);
    REQUIRE(without.run() == 0);
    CHECK(distance(ends(with), ends(without)) < 2e-6);
    const auto iterations = [](const SmallRun& run) {
        const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
        return report["solvers"]["/arm"]["linear_iterations"].get<int>();
    };
    CHECK(3 * iterations(with) < iterations(without));
}

TEST_CASE("steklov_poincare: bits do not depend on threads, nor on an interruption") {
    const sinew::test::EmptyCache cache;
    ArmScene scene;
    scene.step = "0.05 s";  // bounds of the spectrum are found anew in every tenth pose
    const SmallRun run("arm", scene.text());
    const int before = omp_get_max_threads();
    omp_set_num_threads(1);
    REQUIRE(run.run() == 0);
    const std::string one = run.bytes("out/arm-tip.csv");
    omp_set_num_threads(3);
    REQUIRE(run.run("three") == 0);
    omp_set_num_threads(before);
    CHECK(run.bytes("three/arm-tip.csv") == one);
    REQUIRE(run.run("again", run / "out/checkpoint-0017.h5") == 0);
    CHECK(run.table("again/arm-tip.csv").back() == run.table("out/arm-tip.csv").back());
}

TEST_CASE("steklov_poincare: in contact with itself, a run goes on as if nothing had been") {
    const sinew::test::EmptyCache cache;
    ArmScene scene;
    scene.angle = "140 deg";
    scene.step = "0.1 s";
    scene.more = "    couplings: [{type: contact}]\n";
    const SmallRun run("arm", scene.text());
    REQUIRE(run.run() == 0);
    REQUIRE(run.run("again", run / "out/checkpoint-0008.h5") == 0);
    const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
    const auto& contact = report["solvers"]["/arm"]["couplings"][0];
    CHECK(contact["pairs"] > 0);
    CHECK(run.table("again/arm-crease.csv").back() == run.table("out/arm-crease.csv").back());
    CHECK(run.table("again/arm-tip.csv").back() == run.table("out/arm-tip.csv").back());
}

TEST_CASE("steklov_poincare: what it cannot take is reported") {
    using Catch::Contains;
    const sinew::test::EmptyCache cache;
    ArmScene scene;
    scene.material = "corotational";
    CHECK_THAT(mistake(scene), Contains("not affine in displacements") && Contains("ex_rotated"));
    scene = {};
    scene.solver = "implicit_euler";
    CHECK_THAT(mistake(scene), Contains("quasi-static") && Contains("type: static"));
    scene = {};
    scene.linear = "{type: cholesky}";
    CHECK_THAT(mistake(scene), Contains("an operator only"));
    scene = {};
    scene.constraints = "{type: attach, until: 0.5 s}";
    CHECK_THAT(mistake(scene), Contains("begins or ends in the run"));
    scene = {};
    scene.more = "    loads: [{type: pressure, pressure: 10 Pa, where: all}]\n";
    CHECK_THAT(mistake(scene), Contains("depends on where the body is"));
    scene = {};
    scene.reduction =
        "    reduction: {type: steklov_poincare, unknowns: volume, graph_distance: 2}\n";
    CHECK_THAT(mistake(scene), Contains("has no interior") && Contains("leave out"));
    scene.reduction = "    reduction: {type: steklov_poincare, interior_tolerance: 0.99}\n";
    CHECK_THAT(mistake(scene), Contains("interior_tolerance is 0.99, must be in 0 < x < 0.1"));
    scene = {};
    scene.material = "corotational";
    scene.more = "    formulation: {type: mixed}\n";
    CHECK_THAT(mistake(scene), Contains("formulation: {type: displacement}"));
}
