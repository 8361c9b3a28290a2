#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <support/empty_cache.hpp>
#include <support/small_run.hpp>

using namespace sinew;
using sinew::testing::SmallRun;

namespace {

std::string scene(const std::string& end, const std::string& poses) {
    return "sinew: 1\ntime: {end: " + end +
           ", step: 0.05 s}\nscene:\n  - node: beam\n"
           "    mesh: {type: box, size: [1, 0.2, 0.2], cells: [8, 2, 2], element: tet4}\n"
           "    material: {type: neo_hookean, young: 100 kPa, poisson: 0.3}\n"
           "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
           "    loads: [{type: gravity}]\n"
           "    reduction: {type: subspace, basis: {type: modal_derivatives, modes: 3, size: 6}, "
           "forces: {type: cubature" +
           poses +
           "}}\n    solver: {type: implicit_newmark}\n"
           "    outputs: [{type: probe, at: [1, 0.1, 0.1], name: tip}, {type: checkpoint, every: "
           "0.25 s}]\n";
}

/// The exit code of a run to 1 s that goes on from where one to 0.5 s has been at 0.25 s.
int continued(const std::string& poses, bool& is_same) {
    const SmallRun brief("beam", scene("0.5 s", poses)), whole("beam", scene("1 s", poses));
    REQUIRE(brief.run() == 0);
    REQUIRE(whole.run() == 0);
    const int code = whole.run("again", brief / "out/checkpoint-0005.h5");
    is_same = code == 0 &&
              whole.table("again/beam-tip.csv").back() == whole.table("out/beam-tip.csv").back();
    return code;
}

}  // namespace

TEST_CASE(
    "cubature: a run goes on with the cubature that it began with, bit by bit, or not at all") {
    const test::EmptyCache cache;
    bool is_same = false;
    CHECK(continued("", is_same) == 2);  // three periods end later than half a second
    CHECK(continued(", poses: {end: 0.5 s}", is_same) == 0);
    CHECK(is_same);
}

TEST_CASE("cubature: loads have a part in the key of mixed poses, the end in it alone") {
    const test::EmptyCache cache;
    const auto made = [](const std::string& end, const std::string& poses) {
        const SmallRun run("beam", scene(end, poses));
        REQUIRE(run.run() == 0);
        return nlohmann::json::parse(run.bytes(
            "out/run.json"))["solvers"]["/beam"]["bodies"][0]["reduction"]["model"]["was_made"]
            .get<bool>();
    };
    CHECK(made("0.5 s", ""));
    CHECK_FALSE(made("0.5 s", ""));
    CHECK(made("0.25 s", ""));
    CHECK(made("0.5 s", ", poses: {type: gaussian}"));
    CHECK_FALSE(made("0.25 s", ", poses: {type: gaussian}"));
}
