/// Bodies in a subspace whose supports move, beside full space.

#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

using Catch::Contains;
using sinew::testing::SmallRun;

namespace {

using Table = std::vector<std::vector<double>>;

/// What moves a rod, and how it is solved.
struct Motion {
    std::string constraints;
    std::string time = "{end: 0.5 s, step: 1/200 s}";
    std::string solver = "{type: implicit_newmark, newton: {tolerance: 1e-10}}";
    std::string cells = "[8, 1, 1]";
    std::string at = "[1, 0.05, 0.05]";
};

/// A rod of 1 x 0.1 x 0.1 m along x, under gravity.
std::string rod(const Motion& motion, const std::string& reduction) {
    return "sinew: 1\ntime: " + motion.time +
           R"(
scene:
  - node: rod
    mesh: {type: box, size: [1, 0.1, 0.1], cells: )" +
           motion.cells + R"(, element: hex8}
    material: {type: stvk, young: 2 MPa, poisson: 0.3, density: 1000}
    loads: [{type: gravity}]
    solver: )" +
           motion.solver + "\n    constraints: [" + motion.constraints +
           "]\n    outputs: [{type: energy, name: energy}, {type: probe, name: point, at: " +
           motion.at +
           R"(}, {type: probe, name: force, where: {plane: {normal: [1, 0, 0], offset: 0}},
               quantities: [reaction]}]
)" + (reduction.empty() ? "" : "    reduction: {type: subspace, " + reduction + "}\n");
}

struct Answer {
    Table point, force, energy;
};
Answer answer(const std::string& scene) {
    const SmallRun run("rod", scene);
    REQUIRE(run.run() == 0);
    return {run.table("out/rod-point.csv"), run.table("out/rod-force.csv"),
            run.table("out/rod-energy.csv")};
}

/// The largest distance of two tables of vectors over time, columns 1 to 3.
double distance(const Table& a, const Table& b) {
    REQUIRE(a.size() == b.size());
    double most = 0;
    for (std::size_t k = 0; k < a.size(); ++k)
        most = std::max(most, std::hypot(a[k][1] - b[k][1], a[k][2] - b[k][2], a[k][3] - b[k][3]));
    return most;
}
double largest(const Table& a) {
    return distance(a, Table(a.size(), std::vector<double>(a[0].size())));
}

/// What a scene that cannot run says.
std::string mistake(const std::string& scene) {
    const SmallRun run("rod", scene);
    CHECK(run.run() == 2);
    return nlohmann::json::parse(run.bytes("out/run.json")).dump();
}

const std::string hand =
    "{type: prescribed, where: {plane: {normal: [1, 0, 0], offset: 0}}, displacement: {expr: "
    "[\"0.2*sin(3*t)^2\", \"0.2*t^2\", \"0\"]}, rotate: {axis: [0, 1, 2], angle: {expr: "
    "\"1.7*sin(2*t)^2\"}}}";
const std::string wall = "{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}";
const std::string pulled =
    "{type: prescribed, where: {plane: {normal: [1, 0, 0], offset: 1}}, displacement: {expr: "
    "[\"-0.03*sin(6*t)^2\", \"0.06*sin(9*t)\", \"0.1*sin(6*t)\"]}}";

}  // namespace

TEST_CASE("moving supports: in statics, constraint modes and all vibrations are full space") {
    Motion motion{wall + ", " + pulled, "{end: 0.2 s, step: 0.05 s}", "{type: static}"};
    motion.cells = "[2, 1, 1]";
    motion.at = "[0.5, 0.1, 0.1]";
    const std::string all = "basis: {type: static_modes, modes: 12, derivatives: false}";
    const Answer full = answer(rod(motion, ""));
    for (const std::string forces : {"projection", "stvk_polynomial"}) {
        INFO(forces);
        const Answer reduced = answer(rod(motion, all + ", forces: {type: " + forces + "}"));
        // The polynomial integrates bricks exactly, the full body by a rule.
        const double close = forces == "projection" ? 1e-6 : 1e-3;
        CHECK(distance(full.point, reduced.point) < close * largest(full.point));
        CHECK(distance(full.force, reduced.force) < 10 * close * largest(full.force));
    }
}

TEST_CASE("moving supports: with all vibrations, motion tends to that of full space with dt^2") {
    struct Case {
        std::string constraints, cells, at, basis;
    };
    const Case cases[] = {
        {wall + ", " + pulled, "[2, 1, 1]", "[0.5, 0.1, 0.1]",
         "basis: {type: static_modes, modes: 12, derivatives: false}"},
        {hand, "[1, 1, 1]", "[1, 0.1, 0.1]", "basis: {type: linear_modes, modes: 12}"},
    };
    for (const Case& one : cases) {
        INFO(one.basis);
        Motion motion{one.constraints};
        motion.cells = one.cells;
        motion.at = one.at;
        double before = 0;
        for (const int steps : {200, 400, 800}) {
            motion.time = "{end: 0.2 s, step: 1/" + std::to_string(steps) + " s}";
            const Answer full = answer(rod(motion, ""));
            const Answer reduced = answer(rod(motion, one.basis));
            const double off = distance({full.point.back()}, {reduced.point.back()});
            if (before > 0) CHECK(before / off > 3);
            before = off;
            if (steps < 800) continue;
            CHECK(off < 1e-4 * largest(full.point));
            CHECK(distance({full.force.back()}, {reduced.force.back()}) <
                  1e-3 * largest(full.force));
            for (std::size_t column = 1; column < 4; ++column)
                CHECK(reduced.energy.back()[column] ==
                      Approx(full.energy.back()[column]).epsilon(2e-3));
        }
    }
}

TEST_CASE("moving supports: one iteration a step differs from converged steps by dt^2") {
    // Modes of the square rod come in pairs: half a pair would be another one on each processor.
    const std::string basis = "basis: {type: modal_derivatives, modes: 4, size: 8}";
    double before = 0;
    for (const int steps : {100, 200, 400}) {
        Motion motion{hand, "{end: 0.5 s, step: 1/" + std::to_string(steps) + " s}"};
        const Answer converged = answer(rod(motion, basis));
        motion.solver = "{type: implicit_newmark, newton: {iterations: 1, line_search: false}}";
        const double off = distance(answer(rod(motion, basis)).point, converged.point);
        INFO(steps << " steps a second: " << off << " of " << largest(converged.point));
        if (before > 0) CHECK(before / off > 3);
        before = off;
        if (steps == 400) CHECK(off < 2e-4 * largest(converged.point));
    }
}

TEST_CASE("moving supports: a rod in a hand that swings and turns goes as in full space") {
    Motion motion{hand, "{end: 0.8 s, step: 1/200 s}"};
    const Answer full = answer(rod(motion, ""));
    const Answer rigid = answer(rod(motion,
                                    "basis: {type: linear_modes, modes: 1}, forces: "
                                    "{type: projection}"));
    for (const std::string basis :
         {"{type: modal_derivatives, modes: 5, size: 15}",
          "{type: static_modes, modes: 5, accelerations: true, size: 15}"}) {
        INFO(basis);
        const Answer reduced = answer(rod(motion, "basis: " + basis));
        CHECK(distance(full.point, reduced.point) < 0.02 * largest(full.point));
        CHECK(distance(full.point, reduced.point) < 0.2 * distance(full.point, rigid.point));
    }
}

TEST_CASE("moving supports: a rod between a wall and a hand goes as in full space") {
    Motion motion{wall + ", " + pulled};
    motion.at = "[0.5, 0.05, 0.05]";
    const Answer full = answer(rod(motion, ""));
    const std::string basis =
        "basis: {type: static_modes, modes: 6, accelerations: true, tolerance: 1e-3}";
    CHECK(distance(full.point, answer(rod(motion, basis)).point) < 0.02 * largest(full.point));
    // Alone, straight constraint modes stretch what should bend.
    const std::string linear =
        "basis: {type: static_modes, modes: 6, accelerations: true, derivatives: false}";
    CHECK(distance(full.point, answer(rod(motion, linear)).point) > 0.02 * largest(full.point));
}

TEST_CASE("moving supports: statics know no inertia of the frame") {
    Motion motion{hand};
    motion.time = "{end: 0.5 s, step: 0.1 s}";
    motion.solver = "{type: static}";
    motion.cells = "[1, 1, 1]";
    const Answer full = answer(rod(motion, ""));
    const Answer reduced = answer(rod(motion, "basis: {type: linear_modes, modes: 12}"));
    CHECK(distance(full.point, reduced.point) < 1e-6 * largest(full.point));
    CHECK(distance(full.force, reduced.force) < 1e-5 * largest(full.force));
}

TEST_CASE("moving supports: a run goes on bitwise from a checkpoint") {
    Motion motion{hand, "{end: 0.2 s, step: 1/100 s}"};
    std::string scene = rod(motion, "basis: {type: linear_modes, modes: 4}");
    scene.replace(scene.find("outputs: ["), 10, "outputs: [{type: checkpoint, keep: 30}, ");
    const SmallRun run("rod", scene);
    REQUIRE(run.run() == 0);
    std::filesystem::path middle;
    for (const auto& entry : std::filesystem::directory_iterator(run / "out"))
        if (entry.path().filename().string().ends_with("10.h5")) middle = entry.path();
    REQUIRE_FALSE(middle.empty());
    REQUIRE(run.run("again", middle) == 0);
    CHECK(run.table("again/rod-point.csv").back() == run.table("out/rod-point.csv").back());
    CHECK(run.table("again/rod-force.csv").back() == run.table("out/rod-force.csv").back());
}

TEST_CASE("moving supports: what a subspace cannot follow is refused, with what can") {
    const Motion between{wall + ", " + pulled, "{end: 0.01 s, step: 1/200 s}"};
    CHECK_THAT(mistake(rod(between, "basis: {type: linear_modes, modes: 4}")),
               Contains("the supports of /rod move by") &&
                   Contains("basis/linear_modes has no constraint modes that follow them") &&
                   Contains("use basis: {type: static_modes}"));
    CHECK_THAT(mistake(rod(between,
                           "basis: {type: static_modes, modes: 4}, forces: {type: "
                           "cubature}")),
               Contains("forces/cubature cannot follow supports that move against each other") &&
                   Contains("stvk_polynomial"));
    CHECK_THAT(mistake(rod({hand}, "basis: {type: static_modes, modes: 4}, frame: world")),
               Contains("turns by") && Contains("cannot follow") && Contains("frame: supports"));
    CHECK_THAT(mistake(rod({wall}, "basis: {type: static_modes}")),
               Contains("spans nothing that is free to move"));
    Motion late{hand};
    late.constraints.replace(late.constraints.find("{type: prescribed"), 17,
                             "{type: prescribed, until: 0.1 s");
    CHECK_THAT(mistake(rod(late, "basis: {type: linear_modes, modes: 4}")),
               Contains("begins or ends in the run"));
    Motion explicit_one{hand};
    explicit_one.solver = "{type: central_difference}";
    CHECK_THAT(mistake(rod(explicit_one, "basis: {type: linear_modes, modes: 4}")),
               Contains("the inertia of moving supports acts on all coordinates"));
}
