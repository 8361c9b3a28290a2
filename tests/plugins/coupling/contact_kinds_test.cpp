#include <omp.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/empty_cache.hpp>
#include <support/small_run.hpp>

using namespace sinew;

namespace {

/// A ball that is pressed into a block and drawn sideways in so many steps. `element`: of the
/// block's mesh; `body`: further lines of its node, each indented by eight spaces and ended.
std::string pressed(int steps, const std::string& element, const std::string& body,
                    const std::string& contact = "") {
    return "sinew: 1\ntime: {end: 1 s, step: 1/" + std::to_string(steps) +
           " s}\nscene:\n  - node: world\n    couplings: [{type: contact, thickness: 5 mm" +
           contact +
           ", obstacles: [{sphere: {radius: 5 cm, center: {expr: [\"0.05+0.01*t\", \"0.05\", "
           "\"0.157-0.03*t\"]}}}]}]\n"
           "    solver: {type: static, newton: {tolerance: 1e-9}}\n    outputs: [{type: energy}]\n"
           "    children:\n      - node: block\n"
           "        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [3, 3, 2], element: " +
           element + "}\n" + body +
           "        outputs: [{type: probe, name: top, at: [0.0333, 0.0333, 0.1]}, {type: probe, "
           "name: base, quantities: [reaction], where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n";
}

const std::string block_material =
    "        material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.3}\n";
const std::string fixed_base =
    "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n";
const std::string on_a_bone =
    "        rig: {type: skeleton, joints: [{name: bone, radius: 0.12, at: [0.05, 0.05, 0], tail: "
    "[0.05, 0.05, "
    "0.01]}]}\n        weights: {type: closest_bone}\n"
    "        constraints: [{type: attach, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n";

struct Kind {
    const char* name;
    std::string element, body;
};

}  // namespace

TEST_CASE("coupling/contact: bodies of every kind end in one state, and carry what presses") {
    const std::vector<Kind> kinds{
        {"tet4", "tet4", block_material + fixed_base},
        {"hex8", "hex8", block_material + fixed_base},
        {"tet10", "tet10", block_material + fixed_base},
        {"f_bar", "hex8", block_material + fixed_base + "        formulation: {type: f_bar}\n"},
        {"on a bone", "tet4", block_material + on_a_bone},
        {"mixed", "tet4",
         "        material: {type: corotational, young: 100 kPa, poisson: 0.3}\n"
         "        formulation: {type: mixed}\n" +
             on_a_bone}};
    for (const Kind& kind : kinds) {
        CAPTURE(kind.name);
        double energy = 0;
        for (const int steps : {1, 3}) {
            const testing::SmallRun run("kind", pressed(steps, kind.element, kind.body));
            REQUIRE(run.run() == 0);
            const double total = run.table("out/kind-world-energy.csv").back()[5];
            if (energy == 0) energy = total;
            CHECK(total == Approx(energy).epsilon(1e-6));
            CHECK(run.table("out/kind-top.csv").back()[3] < -0.004);
            const auto contact = nlohmann::json::parse(
                run.bytes("out/run.json"))["solvers"]["/world"]["couplings"][0];
            CHECK(contact["least_gap"].get<double>() > 0);
            const auto base = run.table("out/kind-base.csv").back();
            for (std::size_t axis = 0; axis < 3; ++axis)
                CHECK(contact["resultants"][0]["force"][axis].get<double>() ==
                      Approx(-base[axis + 1]).margin(1e-6 * std::abs(base[3])));
        }
    }
}

TEST_CASE("coupling/contact: a full basis goes where full space goes, with friction too") {
    const sinew::test::EmptyCache cache;
    std::vector<std::vector<double>> ends;
    for (const std::string reduction :
         {"",
          "        reduction: {type: subspace, basis: {type: linear_modes, modes: 96}, forces: "
          "{type: projection}}\n"}) {
        const testing::SmallRun run(
            "basis",
            pressed(2, "hex8", block_material + fixed_base + reduction, ", friction: 0.3"));
        REQUIRE(run.run() == 0);
        ends.push_back(run.table("out/basis-top.csv").back());
    }
    CHECK(ends[0][3] < -0.004);
    CHECK(ends[0][1] > 1e-3);
    for (std::size_t k = 1; k <= 3; ++k) CHECK(ends[1][k] == Approx(ends[0][k]).margin(1e-8));
}

TEST_CASE("coupling/contact: what is tied together does not touch, and beside it all does") {
    const auto stack = [](const std::string& couplings, const std::string& pull,
                          const std::string& time = "end: 1 s, step: 0.5 s") {
        return "sinew: 1\ntime: {" + time +
               "}\nscene:\n  - node: world\n    couplings: " + couplings +
               "\n    solver: {type: static, newton: {tolerance: 1e-9}}\n    children:\n"
               "      - node: lower\n"
               "        mesh: {type: box, size: [0.2, 0.2, 0.1], cells: [2, 2, 1], element: tet4}\n"
               "        material: &rubber {type: stable_neo_hookean, young: 100 kPa, poisson: "
               "0.3}\n"
               "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: "
               "0}}}]\n"
               "      - node: upper\n"
               "        mesh: {type: box, origin: [0.02, 0.03, 0.1], size: [0.1, 0.1, 0.1], cells: "
               "[5, 5, 4], element: tet4}\n"
               "        material: *rubber\n"
               "        constraints: [{type: prescribed, where: {plane: {normal: [0, 0, 1], "
               "offset: "
               "0.2}}, displacement: {expr: [" +
               pull +
               "]}}]\n        outputs: [{type: probe, name: middle, at: [0.06, 0.08, 0.15]}]\n";
    };
    const std::string tie = "{type: tie, between: [upper, lower], stiffness: 10 MPa/m}";
    const std::string contact = "{type: contact, thickness: 2 mm}";
    const auto end_of = [&](const std::string& couplings, const std::string& pull) {
        const testing::SmallRun run("stack", stack(couplings, pull));
        REQUIRE(run.run() == 0);
        const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
        for (const auto& coupling : report["solvers"]["/world"]["couplings"])
            if (coupling["plugin"] == "coupling/contact")
                CHECK(coupling["intersections_left_out"] == 0);
        return run.table("out/stack-middle.csv").back();
    };
    SECTION("pulled apart, contact changes nothing") {
        const std::string pull = "\"0\", \"0\", \"0.02*t\"";
        const auto alone = end_of("[" + tie + "]", pull);
        CHECK(alone[3] > 0.005);
        for (const std::string& both :
             {"[" + contact + ", " + tie + "]", "[" + tie + ", " + contact + "]"}) {
            const auto found = end_of(both, pull);
            for (std::size_t k = 1; k <= 3; ++k) CHECK(found[k] == Approx(alone[k]).margin(1e-9));
        }
    }
    SECTION("tilted, its side comes to lie on the other's face and does not pass it") {
        const std::string pull = "\"0.12*t\", \"0\", \"-0.06*t\"";
        const auto alone = end_of("[" + tie + "]", pull),
                   found = end_of("[" + contact + ", " + tie + "]", pull);
        CHECK(found[3] > alone[3] + 1e-4);
    }
    SECTION("when the tie has ended they touch again as soon as they have been apart") {
        const auto contact_at = [&](const std::string& end) {
            const testing::SmallRun run(
                "stack",
                stack("[" + contact +
                          ", {type: tie, between: [upper, lower], stiffness: 10 MPa/m, until: "
                          "0.5 s}]",
                      "\"0\", \"0\", \"0.02*sin(2*pi*(t-0.5))\"", "step: 0.25 s, end: " + end));
            REQUIRE(run.run() == 0);
            return nlohmann::json::parse(
                run.bytes("out/run.json"))["solvers"]["/world"]["couplings"][0];
        };
        const auto tied = contact_at("0.5 s"), apart = contact_at("0.75 s"),
                   pressed = contact_at("1.25 s");
        CHECK_FALSE(tied.contains("tangles"));
        CHECK(tied["intersections_tied"] > 0);
        CHECK_FALSE(apart.contains("tangles"));
        CHECK(apart["intersections_tied"] == 0);
        CHECK(apart["pairs"] == 0);
        CHECK(pressed["intersections_left_out"] == 0);
        CHECK(pressed["least_gap"] > 0);
        // 2 cm less the gap on 20 cm of rubber of 100 kPa, of which the upper half is 10 cm wide.
        CHECK(pressed["resultants"][0]["normal_forces"].get<double>() == Approx(150).epsilon(0.5));
    }
    SECTION("without the tie the faces that touch are refused") {
        CHECK(testing::SmallRun("stack", stack("[" + contact + "]", "\"0\", \"0\", \"0\"")).run() ==
              2);
    }
}

TEST_CASE("coupling/contact: of reduced bodies it has the same bits on any threads, and goes on") {
    // One in a subspace, one in a frame that floats and turns, on an obstacle and on each other.
    const sinew::test::EmptyCache cache;
    const std::string body =
        "        material: &soft {type: stvk, young: 30 kPa, poisson: 0.3}\n"
        "        reduction: &reduction {type: subspace, basis: {type: linear_modes, modes: 30}, "
        "forces: {type: stvk_polynomial}}\n";
    const testing::SmallRun run(
        "reduced",
        "sinew: 1\ntime: {end: 0.3 s, step: 2 ms}\nscene:\n  - node: world\n"
        "    couplings: [{type: contact, thickness: 1 cm, potential: offset, stiffness: 1 MPa, "
        "friction: 0.3, obstacles: [{sphere: {radius: 6 cm, center: [0.1, 0.05, -0.062]}}]}]\n"
        "    solver: {type: implicit_newmark, newton: {iterations: 2, line_search: false}}\n"
        "    outputs: [{type: energy}, {type: checkpoint, every: 0.1 s, keep: 5}]\n    children:\n"
        "      - node: held\n"
        "        mesh: {type: box, size: [0.2, 0.1, 0.04], cells: [8, 4, 2], element: hex8}\n" +
            body +
            "        constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
            "        loads: &weight [{type: gravity}]\n"
            "      - node: free\n        transform: {translate: [0.08, 0.02, 0.1], rotate: {axis: "
            "[0, 1, 0], angle: 20 deg}}\n"
            "        mesh: {type: box, size: [0.1, 0.06, 0.04], cells: [5, 3, 2], element: hex8}\n"
            "        material: *soft\n        reduction: *reduction\n        loads: *weight\n"
            "        initial: {velocity: [0.3, 0, -0.3]}\n"
            "        outputs: [{type: probe, name: corner, nodes: [0]}]\n");
    const int before = omp_get_max_threads();
    omp_set_num_threads(1);
    REQUIRE(run.run() == 0);
    omp_set_num_threads(3);
    REQUIRE(run.run("three") == 0);
    omp_set_num_threads(before);
    CHECK(run.bytes("three/reduced-corner.csv") == run.bytes("out/reduced-corner.csv"));
    REQUIRE(run.run("again", run / "out/checkpoint-0100.h5") == 0);
    CHECK(run.table("again/reduced-corner.csv").back() ==
          run.table("out/reduced-corner.csv").back());
    const auto contact =
        nlohmann::json::parse(run.bytes("out/run.json"))["solvers"]["/world"]["couplings"][0];
    CHECK(contact["least_gap_of_run"].get<double>() < 0.009);
    CHECK_FALSE(contact["resultants"].empty());
}

TEST_CASE("coupling/contact: contact that begins late leaves out what intersects then") {
    const auto scene = [](const std::string& at_start) {
        return "sinew: 1\ntime: {end: 1 s, step: 0.25 s}\nscene:\n  - node: world\n"
               "    couplings: [{type: contact, thickness: 5 mm, from: 0.5 s" +
               at_start +
               ", obstacles: [{plane: {point: {expr: [\"0\", \"0\", \"0.05*t\"]}}}]}]\n"
               "    solver: {type: static}\n    children:\n      - node: block\n"
               "        mesh: {type: box, size: [0.1, 0.1, 0.1], origin: [0, 0, 0.01], cells: [2, "
               "2, 2], element: tet4}\n"
               "        material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.3}\n"
               "        constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: "
               "0.11}}}]\n";
    };
    const testing::SmallRun refused("late", scene("")),
        ignored("late", scene(", at_start: ignore_until_apart"));
    CHECK(refused.run() == 1);
    CHECK(refused.bytes("out/run.json").find("intersect at 0.5 s, when contact begins") !=
          std::string::npos);
    REQUIRE(ignored.run() == 0);
    const auto contact =
        nlohmann::json::parse(ignored.bytes("out/run.json"))["solvers"]["/world"]["couplings"][0];
    CHECK(contact["tangles"] == 1);
}

TEST_CASE("coupling/contact: where it has ended nothing touches any more, for outputs too") {
    const testing::SmallRun run(
        "until",
        "sinew: 1\ntime: {end: 1 s, step: 0.25 s}\nscene:\n  - node: cube\n"
        "    mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [2, 2, 2], element: tet4}\n"
        "    material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.4}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0.1}}}]\n"
        "    couplings: [{type: contact, thickness: 4 mm, until: 0.5 s, obstacles: [{plane: "
        "{point: "
        "{expr: [\"0\", \"0\", \"0.02*t-0.01\"]}}}]}]\n    solver: {type: static}\n"
        "    outputs: [{type: pairs}]\n");
    REQUIRE(run.run() == 0);
    double last = 0;
    for (const auto& row : run.table("out/until-cube-pairs.csv")) last = row[0];
    CHECK(last == 0.5);
    const auto contact =
        nlohmann::json::parse(run.bytes("out/run.json"))["solvers"]["/cube"]["couplings"][0];
    CHECK(contact["pairs"] == 0);
    CHECK(contact["least_gap"] == 0.004);
    CHECK(contact["least_gap_of_run"].get<double>() < 0.004);
}
