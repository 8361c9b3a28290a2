// The linear solver of a scene that names none: chosen by the bodies, and told in run.json.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/small_run.hpp>

using sinew::testing::SmallRun;

namespace {

/// A slab that lies on its lower side, under its weight.
std::string slab(const std::string& cells, const std::string& more, const std::string& solver) {
    return "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: slab\n"
           "    mesh: {type: box, size: [1, 1, 0.02], cells: " +
           cells +
           "}\n"
           "    material: {type: stvk, young: 10 kPa, poisson: 0.3, density: 1000}\n"
           "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
           "    loads: [{type: gravity}]\n" +
           more + "    solver: {type: static" + solver +
           "}\n"
           "    outputs: [{type: probe, at: [0.5, 0.5, 0.02], name: middle}]\n";
}
const std::string few = "[4, 4, 1]", many = "[100, 100, 1]";  // 150 and 61,206 degrees of freedom

struct Outcome {
    std::string type, reason;
    double sag;
};

Outcome outcome_of(const std::string& scene) {
    const SmallRun run("slab", scene);
    REQUIRE(run.run() == 0);
    const auto report = nlohmann::json::parse(run.bytes("out/run.json"));
    const auto& linear = report["solvers"]["/slab"]["linear"];
    return {linear["type"], linear["reason"], run.table("out/slab-middle.csv").back().back()};
}

}  // namespace

TEST_CASE("solvers: the default linear solver is cholesky of small bodies, multigrid of large") {
    const Outcome small = outcome_of(slab(few, "", ""));
    CHECK(small.type == "cholesky");
    CHECK(small.reason == "150 degrees of freedom are fewer than 60000");
    const Outcome large = outcome_of(slab(many, "", ""));
    CHECK(large.type == "multigrid");
    CHECK(large.reason == "61206 degrees of freedom are at least 60000");
    const Outcome named = outcome_of(slab(many, "", ", linear: {type: cholesky}"));
    CHECK(named.type == "cholesky");
    CHECK(named.reason == "the scene names it");
    CHECK(large.sag == Approx(named.sag).epsilon(1e-5));
    CHECK(large.sag < -1e-4);
}

TEST_CASE("solvers: the default linear solver of reduced bodies is dense") {
    const Outcome reduced = outcome_of(
        slab(few, "    reduction: {type: subspace, basis: {type: linear_modes, modes: 4}}\n", ""));
    CHECK(reduced.type == "dense");
    CHECK(reduced.reason == "all bodies are in subspaces");
}

TEST_CASE("solvers: large bodies with unsymmetric tangents are not given to multigrid") {
    const std::string pressure =
        "    loads: [{type: pressure, where: {plane: {normal: [0, 0, 1], offset: 0.02}}, "
        "pressure: 1 Pa}]\n";
    std::string scene = slab(many, "", "");
    const std::string weight = "    loads: [{type: gravity}]\n";
    scene.replace(scene.find(weight), weight.size(), pressure);
    CHECK(SmallRun("slab", scene).run() == 2);  // as of small ones, with lu named
}
