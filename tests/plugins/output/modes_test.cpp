#include <catch2/catch.hpp>
#include <support/small_run.hpp>

using sinew::testing::SmallRun;

namespace {

std::string scene(const std::string& solver) {
    return "sinew: 1\ntime: {end: 1 s, step: 0.5 s}\nscene:\n  - node: bar\n"
           "    mesh: {type: box, size: [1, 0.2, 0.2], cells: [4, 1, 1], element: hex8}\n"
           "    material: {type: linear, young: 1 MPa, poisson: 0.3}\n"
           "    constraints: [{type: fixed, where: {plane: {normal: [1, 0, 0], offset: 0}}}]\n"
           "    solver: {type: " +
           solver + "}\n    outputs: [{type: modes}]\n";
}

}  // namespace

TEST_CASE("output/modes: a row a mode, with effective masses that are participations squared") {
    const SmallRun run("vibration", scene("modal, modes: 5"));
    REQUIRE(run.run() == 0);
    const auto rows = run.table("out/vibration-bar-modes.csv");
    REQUIRE(rows.size() == 5);
    for (std::size_t k = 0; k < 5; ++k) {
        REQUIRE(rows[k].size() == 8);
        CHECK(rows[k][0] == double(k + 1));
        if (k > 0) CHECK(rows[k][1] >= (1 - 1e-9) * rows[k - 1][1]);
        for (std::size_t i = 2; i < 5; ++i)
            CHECK(rows[k][i + 3] == Approx(rows[k][i] * rows[k][i]).epsilon(1e-12));
    }
}

TEST_CASE("output/modes: a solver that finds no modes is reported") {
    CHECK(SmallRun("vibration", scene("implicit_euler")).run() == 2);
}
