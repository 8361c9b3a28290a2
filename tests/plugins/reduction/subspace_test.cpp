#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>
#include <sinew/kernel/run/stepper.hpp>
#include <support/small_run.hpp>

using sinew::testing::SmallRun;

namespace {

/// A beam of 1 x 0.1 x 0.1 m and 10 kg, held at x = 0. `lines` of its node end with a line feed.
std::string beam_scene(const std::string& reduction, const std::string& lines = {},
                       const std::string& time = "{end: 1 s, step: 1 s}",
                       const std::string& solver = "{type: static}") {
    return "sinew: 1\ntime: " + time +
           R"(
scene:
  - node: beam
    mesh: {type: box, size: [1, 0.1, 0.1], cells: [10, 1, 1], element: tet10}
    material: {type: stvk, young: 1 GPa, poisson: 0.3, density: 1000}
    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]
    loads: [{type: gravity, acceleration: [0, 0, -0.1]}]
    outputs: [{type: probe, at: [1, 0.05, 0.05], name: tip}, {type: checkpoint, keep: 20}]
    solver: )" +
           solver + "\n" + lines + "    reduction: {type: subspace, " + reduction + "}\n";
}

double sag(const std::string& scene) {
    const SmallRun run("beam", scene);
    REQUIRE(run.run() == 0);
    return run.table("out/beam-tip.csv").back().at(3);
}

/// What a scene that cannot run says.
std::string mistake(const std::string& scene) {
    const SmallRun run("beam", scene);
    CHECK(run.run() == 2);
    const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
    return report.dump();
}

/// What a scene that cannot run says first, and the text of the scene that its place points at.
struct Told {
    std::string message, at;
};
Told told(const std::string& scene) {
    const SmallRun run("beam", scene);
    CHECK(run.run() == 2);
    const auto error = nlohmann::json::parse(run.bytes("out/run.json"))["errors"].at(0);
    std::size_t begin = 0;
    for (int line = 1; line < error["line"]; ++line) begin = scene.find('\n', begin) + 1;
    begin += error["column"].get<std::size_t>() - 1;
    return {error["message"], scene.substr(begin, scene.find('\n', begin) - begin)};
}

const std::string modes = "basis: {type: linear_modes, modes: 6}";
const std::string cubic = ", forces: {type: stvk_polynomial}";

}  // namespace

TEST_CASE("subspace: a stiff beam sags in its modes as Euler and Bernoulli say") {
    // With g = 0.1: rho g A L^4 / 8 E I, E I = 1e9 * 1e-4 / 12.
    const double expected = -1000 * 0.1 * 0.01 / (8 * 1e9 * 1e-4 / 12);
    const double full = sag(beam_scene("x").substr(0, beam_scene("x").find("    reduction")));
    const double reduced = sag(beam_scene(modes));
    CHECK(full == Approx(expected).epsilon(0.05));
    CHECK(reduced == Approx(full).epsilon(0.02));
    CHECK(sag(beam_scene(modes + cubic)) == Approx(reduced).epsilon(1e-2));
}

TEST_CASE("subspace: the first vectors, or chosen ones, are those of the whole basis") {
    const double six = sag(beam_scene(modes));
    CHECK(sag(beam_scene(modes + ", first: 6")) == six);
    CHECK(sag(beam_scene(modes + ", keep: [0, 1, 2, 3, 4, 5]")) == six);
    const double two = sag(beam_scene(modes + ", first: 2"));
    CHECK(two == Approx(sag(beam_scene("basis: {type: linear_modes, modes: 2}"))).epsilon(1e-6));
    CHECK(two != Approx(six).epsilon(1e-3));
    CHECK(sag(beam_scene(modes + ", keep: [1, 0]" + cubic)) ==
          Approx(sag(beam_scene(modes + ", first: 2" + cubic))).epsilon(1e-9));
}

TEST_CASE("subspace: a modulus that is keyframed changes the sag in proportion") {
    const double plain = sag(beam_scene(modes + cubic));
    const double soft = sag(
        beam_scene(modes + cubic + ", materials: [{young: {keyframes: [[0, 1e9], [1, 0.5e9]]}}]"));
    CHECK(soft == Approx(2 * plain).epsilon(1e-2));
    const double heavy = sag(beam_scene(
        modes + cubic + ", materials: [{density: {keyframes: [[0, 1000], [1, 3000]]}}]"));
    CHECK(heavy == Approx(3 * plain).epsilon(1e-2));
}

TEST_CASE("subspace: a density that grows slows the vibration by its root") {
    // Half a period of the first mode, found where the tip is lowest.
    const auto half_period = [](const std::string& materials) {
        const SmallRun run(
            "beam", beam_scene("basis: {type: linear_modes, modes: 1}" + cubic + materials, "",
                               "{end: 0.07 s, step: 1e-4 s}", "{type: implicit_newmark}"));
        REQUIRE(run.run() == 0);
        double lowest = 0, when = 0;
        for (const auto& row : run.table("out/beam-tip.csv"))
            if (row[3] < lowest && row[0] < 0.065) {
                lowest = row[3];
                when = row[0];
            }
        return when;
    };
    const double plain = half_period("");
    CHECK(half_period(", materials: [{density: 4000}]") == Approx(2 * plain).epsilon(0.01));
}

TEST_CASE("subspace: a run goes on bitwise from a checkpoint, materials that change included") {
    const SmallRun run(
        "beam",
        beam_scene(modes + cubic + ", materials: [{young: {keyframes: [[0, 1e9], [0.02, 0.3e9]]}}]",
                   "", "{end: 0.02 s, step: 1e-3 s}",
                   "{type: implicit_newmark, damping: {mass: 1, stiffness: 1e-4}, newton: "
                   "{iterations: 1, line_search: false}}"));
    REQUIRE(run.run() == 0);
    std::filesystem::path middle, last;
    for (const auto& entry : std::filesystem::directory_iterator(run / "out"))
        if (entry.path().filename().string().ends_with("10.h5")) middle = entry.path();
    REQUIRE_FALSE(middle.empty());
    REQUIRE(run.run("again", middle) == 0);
    const auto unbroken = run.table("out/beam-tip.csv"), again = run.table("again/beam-tip.csv");
    REQUIRE(again.size() >= 10);
    CHECK(again.back() == unbroken.back());
}

TEST_CASE("subspace: a state is restored in the vectors that it was saved in alone") {
    using namespace sinew;
    struct Ready {
        explicit Ready(const std::string& vectors)
            : graph(parse_scene(beam_scene(modes + vectors, "", "{end: 1 s, step: 1e-3 s}",
                                           "{type: implicit_newmark}"),
                                "scene.yaml"),
                    plugins, mechanics_slots()) {
            graph.build();
            solver = graph.object<Stepper>(*graph.root().children().front(), "solver");
        }
        PluginRegistry plugins{{std::filesystem::path(SINEW_PLUGIN_DIR)}};
        SceneGraph graph;
        Stepper* solver = nullptr;
    };
    const sinew::Clock clock = make_clock(1, 1e-3);
    Archive saved;
    Ready start(", keep: [0, 1]");
    start.solver->begin(clock);
    start.solver->step(clock);
    start.solver->save(saved, "solver");
    CHECK_NOTHROW(Ready(", first: 2").solver->restore(saved, "solver", clock));
    for (const std::string other : {", keep: [1, 0]", ", keep: [0, 2]"}) {
        CAPTURE(other);
        CHECK_THROWS_WITH(Ready(other).solver->restore(saved, "solver", clock),
                          Catch::Contains("the checkpoint was written in another basis of /beam, "
                                          "in other vectors of it, or with another cubature") &&
                              Catch::Contains("the same `first` or `keep`"));
    }
}

TEST_CASE("subspace: rigid motion in the basis of a free body is refused unless it is left out") {
    const auto scene = [](const std::string& basis, const std::string& keep) {
        std::string text =
            beam_scene("basis: {type: linear_modes, modes: 4" + basis + "}" + keep, "",
                       "{end: 2e-3 s, step: 1e-3 s}", "{type: implicit_newmark}");
        const std::size_t hold = text.find("    constraints"), next = text.find("    loads");
        return text.erase(hold, next - hold);
    };
    const SmallRun home("home", "");
    const auto file = home / "basis.h5";
    const std::string kept = ", artifact: " + file.string();
    {
        const SmallRun run("beam", scene(kept, ""));
        REQUIRE(run.run() == 0);
    }
    // The second and the last vector become translations of 10 kg, along x and y.
    sinew::Archive basis = sinew::read_archive(file);
    std::vector<double> U = basis.numbers("U");
    const std::size_t n = U.size() / 4;
    for (std::size_t i = 0; i < n; ++i) {
        U[n + i] = i % 3 == 0 ? 1 / std::sqrt(10.0) : 0;
        U[3 * n + i] = i % 3 == 1 ? 1 / std::sqrt(10.0) : 0;
    }
    basis.put("U", U);
    sinew::write_archive(file, basis);
    const Told all = told(scene(kept, ""));
    CHECK(all.message ==
          "vectors of basis/linear_modes hold rigid motion, which the floating frame of a free "
          "body carries already: 1, 3");
    CHECK_THAT(all.at, Catch::StartsWith("{type: linear_modes"));
    CHECK_THAT(told(scene(kept, ", keep: [3, 2]")).message, Catch::EndsWith("already: 3"));
    const SmallRun others("beam", scene(kept, ", keep: [2, 0]"));
    CHECK(others.run() == 0);
    CHECK(std::abs(others.table("out/beam-tip.csv").back().at(3) + 0.5 * 0.1 * 4e-6) < 1e-8);
}

TEST_CASE("subspace: what it cannot do is refused, and says what can") {
    CHECK_THAT(mistake(beam_scene(modes + ", first: 7")),
               Catch::Contains("`first` asks for 7 vectors of 6"));
    CHECK_THAT(mistake(beam_scene(modes + ", keep: [0, 9]")),
               Catch::Contains("`keep` names vector 9"));
    CHECK_THAT(mistake(beam_scene(modes + ", keep: [1, 1]")), Catch::Contains("twice"));
    CHECK_THAT(mistake(beam_scene(modes + ", keep: []")), Catch::Contains("names no vector"));
    CHECK_THAT(mistake(beam_scene(modes + ", keep: [1], first: 1")),
               Catch::Contains("both `first` and `keep`"));
    CHECK_THAT(mistake(beam_scene(modes + ", materials: [{young: 1e9}]")),
               Catch::Contains("forces: {type: stvk_polynomial}"));
    CHECK_THAT(mistake(beam_scene(modes + cubic + ", materials: [{region: tip, young: 1e9}]")),
               Catch::Contains("has no region 'tip'"));
    CHECK_THAT(mistake(beam_scene(modes + cubic + ", materials: [{poisson: 0.5}]")),
               Catch::Contains("poisson"));
    for (const std::string solver : {"implicit_newmark", "implicit_euler", "central_difference"})
        CHECK_THAT(mistake(beam_scene(modes, "", "{end: 1 s, step: 1 s}",
                                      "{type: " + solver + ", damping: {tangent: exact}}")),
                   Catch::Contains("its `stiffness` is 0"));
    std::string partly_constrained = beam_scene(modes);
    partly_constrained.replace(partly_constrained.find("offset: 0}}"), 11,
                               "offset: 0}}, axes: [x]");
    CHECK_THAT(mistake(partly_constrained), Catch::Contains("some rigid motion is left to it"));
    std::string let_go = beam_scene(modes);
    let_go.replace(let_go.find("offset: 0}}"), 11, "offset: 0}}, until: 0.5 s");
    CHECK_THAT(mistake(let_go), Catch::Contains("begins or ends in the run"));
    std::string all_constrained = beam_scene(modes);
    all_constrained.replace(all_constrained.find("{plane: {normal: [1, 0, 0], offset: 0}}"), 39,
                            "all");
    CHECK_THAT(mistake(all_constrained), Catch::Contains("constraints hold all of /beam"));
}

TEST_CASE("subspace: what is wrong with a parameter is reported where the scene writes it") {
    using Catch::StartsWith;
    const auto at = [](const std::string& more) { return told(beam_scene(modes + more)).at; };
    CHECK_THAT(at(", first: 7"), StartsWith("7}"));
    CHECK_THAT(at(", keep: [0, 9]"), StartsWith("[0, 9]"));
    CHECK_THAT(at(", keep: [1], first: 2"), StartsWith("2}"));
    CHECK_THAT(at(", materials: [{young: 1e9}]"), StartsWith("[{young"));
    CHECK_THAT(at(cubic + ", materials: [{region: tip, young: 1e9}]"), StartsWith("{region: tip"));
    CHECK_THAT(mistake(beam_scene(modes + cubic + ", materials: [{region: \"7\", young: 1e9}]")),
               Catch::Contains("the mesh has no element set to name; leave `region` out"));
    CHECK_THAT(at(cubic + ", materials: [{young: 1e9}, {poisson: 0.2}]"),
               StartsWith("{poisson: 0.2}"));
    CHECK_THAT(at(cubic + ", materials: [{region: \"0\"}]"), StartsWith("{region"));
}

TEST_CASE("subspace: constants that leave their range in the run are a mistake of the scene") {
    const std::string runs = "{end: 0.01 s, step: 1e-3 s}", newmark = "{type: implicit_newmark}";
    const auto reported_for = [&](const std::string& change) {
        return told(
            beam_scene(modes + cubic + ", materials: [{" + change + "}]", "", runs, newmark));
    };
    const Told young = reported_for("young: {expr: \"1e9 - 2.5e11*t\"}");
    CHECK(young.message == "`materials`: young is 0 Pa at t = 0.004 s, must be > 0");
    CHECK_THAT(young.at, Catch::StartsWith("{expr: \"1e9"));
    CHECK(reported_for("poisson: {expr: \"0.3 + 100*t\"}").message ==
          "`materials`: poisson is 0.5 at t = 0.002 s, must be in -1 < x < 0.5");
    CHECK(reported_for("density: {expr: \"1000 - 500000*t\"}").message ==
          "`materials`: density is 0 kg/m^3 at t = 0.002 s, must be > 0");
}

TEST_CASE("subspace: statics of a free body are refused, with the motions that nothing resists") {
    std::string scene = beam_scene(modes);
    const std::size_t hold = scene.find("    constraints"), rest = scene.find("    loads");
    scene.erase(hold, rest - hold);
    const Told all = told(scene);
    for (const std::string motion : {"translation of /beam along x", "translation of /beam along y",
                                     "translation of /beam along z", "rotation of /beam about x",
                                     "rotation of /beam about y", "rotation of /beam about z"})
        CHECK_THAT(all.message, Catch::Contains(motion));
    CHECK_THAT(all.at, Catch::StartsWith("{type: static}"));

    // Before the basis is computed: one of more modes than there are is not even asked for.
    const std::size_t six = scene.find("modes: 6");
    CHECK(told(scene.replace(six, 8, "modes: 9999")).message == all.message);
}

TEST_CASE("subspace: a spring to each corner of a free body is enough for statics") {
    std::string scene = beam_scene(modes);
    const std::size_t hold = scene.find("    constraints"), rest = scene.find("    outputs");
    const auto pull = [](const std::string& at) {
        return ", {type: pull, at: " + at + ", target: " + at + ", stiffness: 10 kN/m}";
    };
    const auto held_by = [&](const std::string& pulls) {
        return std::string(scene).replace(
            hold, rest - hold,
            "    loads: [{type: gravity, acceleration: [0, 0, -0.1]}" + pulls + "]\n");
    };
    // 1 N on four springs of 10 kN/m.
    const std::string four =
        pull("[0, 0, 0]") + pull("[0, 0.1, 0]") + pull("[1, 0, 0]") + pull("[1, 0.1, 0]");
    CHECK(sag(held_by(four)) == Approx(-1.0 / 40e3).epsilon(1e-2));
    CHECK_THAT(told(held_by(pull("[0, 0, 0]") + pull("[1, 0, 0]"))).message,
               Catch::EndsWith("equilibrium: rotation of /beam about x"));
}

TEST_CASE("subspace: what holds to the end of the run and longer is built into the basis") {
    for (const std::string until : {"1 s", "7 s"}) {
        std::string scene = beam_scene(modes);
        scene.replace(scene.find("offset: 0}}"), 11, "offset: 0}}, until: " + until);
        CHECK(sag(scene) == sag(beam_scene(modes)));
    }
}

TEST_CASE("subspace: the same constants in other units find what was computed ahead") {
    const auto key_with = [](const std::string& young) {
        std::string scene = beam_scene(modes);
        scene.replace(scene.find("1 GPa"), 5, young);
        const SmallRun run("beam", scene);
        REQUIRE(run.run() == 0);
        const std::string report = run.bytes("out/run.json");
        const std::size_t at = report.find("basis-linear_modes-");
        REQUIRE(at != std::string::npos);
        return report.substr(at, 35);
    };
    const std::string key = key_with("1 GPa");
    CHECK(key_with("1000 MPa") == key);
    CHECK(key_with("1e9") == key);
    CHECK(key_with("2*0.5 GPa") == key);
    CHECK(key_with("1001 MPa") != key);
}

TEST_CASE("subspace: a follower load of the scene has no part in its basis") {
    const std::string pressure =
        "loads: [{type: pressure, pressure: 1 kPa, where: {plane: {normal: [0, 0, 1], offset: "
        "0.1}}}]";
    std::string scene =
        beam_scene(modes, "", "{end: 1 s, step: 1 s}", "{type: static, linear: {type: lu}}");
    const std::size_t loads = scene.find("loads:");
    scene.replace(loads, scene.find('\n', loads) - loads, pressure);
    // q L^4 / 8 E I of a clamped beam.
    CHECK(sag(scene) == Approx(-1e3 * 0.1 / (8 * 1e9 * 1e-4 / 12)).epsilon(0.05));
}
