// run.json has one shape, whatever the number of bodies and couplings.

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <support/small_run.hpp>

namespace sinew {

namespace {

using testing::SmallRun;

const std::string held =
    "        material: {type: neo_hookean, young: 100 kPa, poisson: 0.3}\n"
    "        constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n";

const std::string first =
    "      - node: first\n        mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n" + held;
const std::string second =
    "      - node: second\n        mesh: {type: box, size: [1, 1, 1], cells: [2, 1, 1]}\n"
    "        transform: {translate: [0, 0, 1.0005]}\n" +
    held;

/// The report of the solver of a world with those children.
nlohmann::json report_of(const std::string& solver, const std::string& children,
                         const std::string& couplings = "") {
    const SmallRun run("shape",
                       "sinew: 1\ntime: {end: 1 ms, step: 1 ms}\nscene:\n"
                       "  - node: world\n    solver: {type: " +
                           solver + "}\n" + couplings + "    children:\n" + children);
    REQUIRE(run.run() == 0);
    return nlohmann::json::parse(run.bytes("out/run.json")).at("solvers").at("/world");
}

std::set<std::string> keys(const nlohmann::json& object) {
    std::set<std::string> found;
    for (const auto& entry : object.items()) found.insert(entry.key());
    return found;
}

}  // namespace

TEST_CASE("run.json: one body is reported as two are") {
    for (const std::string solver : {"static", "implicit_newmark", "central_difference"}) {
        CAPTURE(solver);
        const nlohmann::json one = report_of(solver, first),
                             two = report_of(solver, first + second);
        CHECK(keys(one) == keys(two));
        REQUIRE(one.at("bodies").size() == 1);
        REQUIRE(two.at("bodies").size() == 2);
        CHECK(one.at("bodies").at(0) == two.at("bodies").at(0));
        CHECK(keys(two.at("bodies").at(0)) == keys(two.at("bodies").at(1)));
        CHECK(two.at("bodies").at(0).at("node") == "/world/first");
        CHECK(two.at("bodies").at(1).at("node") == "/world/second");
        CHECK(two.at("bodies").at(1).at("nodes") == 12);
        CHECK(two.at("degrees_of_freedom") == 3 * (8 + 12));
        CHECK(one.at("couplings").is_array());
        CHECK(one.at("couplings").empty());
    }
}

TEST_CASE("run.json: a search for modes has the lists, also of a run that fails before it") {
    for (const bool succeeds : {true, false}) {
        CAPTURE(succeeds);
        const SmallRun run(
            "shape",
            "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: world\n    solver: "
            "{type: modal, modes: " +
                std::string(succeeds ? "1" : "1000") + "}\n    children:\n" + first);
        REQUIRE(run.run() == (succeeds ? 0 : 2));
        const nlohmann::json report =
            nlohmann::json::parse(run.bytes("out/run.json")).at("solvers").at("/world");
        REQUIRE(report.at("bodies").size() == 1);
        CHECK(report.at("bodies").at(0).at("node") == "/world/first");
        CHECK(report.at("bodies").at(0).at("nodes") == 8);
        CHECK(report.at("couplings") == nlohmann::json::array());
    }
}

TEST_CASE("run.json: couplings are listed beside the bodies, with node and plugin") {
    const nlohmann::json report = report_of(
        "static", first + second,
        "    couplings:\n      - {type: tie, between: [first, second], stiffness: 1 MPa/m}\n"
        "      - {type: contact, thickness: 1 mm, obstacles: [{plane: {point: [0, 0, -1]}}]}\n");
    CHECK(report.at("bodies").size() == 2);  // an obstacle is no body of the scene
    const nlohmann::json& couplings = report.at("couplings");
    REQUIRE(couplings.size() == 2);
    CHECK(couplings.at(0).at("plugin") == "coupling/tie");
    CHECK(couplings.at(1).at("plugin") == "coupling/contact");
    CHECK(couplings.at(1).at("node") == "/world");
    CHECK(couplings.at(1).at("pairs") == 0);
}

}  // namespace sinew
