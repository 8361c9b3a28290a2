#include <catch2/catch.hpp>
#include <support/small_run.hpp>

using namespace sinew;

TEST_CASE("output/pairs: forces of the pairs carry the weight that rests on them") {
    const testing::SmallRun run(
        "rest",
        "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: world\n"
        "    couplings: [{type: contact, thickness: 4 mm, stiffness: 100 kPa, "
        "obstacles: [{plane: {normal: [0, 0, 1]}}]}]\n"
        "    solver: {type: static, newton: {tolerance: 1e-9}}\n    outputs: [{type: pairs}]\n"
        "    children:\n      - node: block\n        transform: {translate: [0, 0, 0.0035]}\n"
        "        mesh: {type: box, size: [0.1, 0.1, 0.1], cells: [2, 3, 2], element: tet4}\n"
        "        material: {type: stable_neo_hookean, young: 100 kPa, poisson: 0.3}\n"
        "        loads: [{type: gravity}]\n"
        "        constraints: [{type: prescribed, axes: [x, y], where: all}]\n");
    REQUIRE(run.run() == 0);
    double sum = 0, area = 0;
    int n_pairs = 0;
    for (const auto& row : run.table("out/rest-world-pairs.csv")) {
        REQUIRE(row.size() == 20);
        if (row[0] != 1) continue;
        // A vertex of the block, and the plane, the second body of the coupling.
        CHECK(row[2] == 0);
        CHECK(row[5] == 1);
        CHECK(row[8] == -1);
        CHECK(row[15] > 0);
        CHECK(row[15] < 0.004);
        CHECK(row[19] == -1);
        ++n_pairs;
        area += row[14];
        sum += row[4] * row[16] * row[19];
    }
    CHECK(n_pairs == 12);
    // Vertices at the rim stand for parts of the walls, too.
    CHECK(area > 0.01);
    CHECK(area < 0.025);
    CHECK(sum == Approx(1000 * 1e-3 * 9.81).epsilon(1e-6));
}

TEST_CASE("output/pairs: a solver without couplings has none") {
    const testing::SmallRun run(
        "alone",
        "sinew: 1\ntime: {end: 1 s, step: 1 s}\nscene:\n  - node: block\n"
        "    mesh: {type: box, size: [1, 1, 1], cells: [1, 1, 1]}\n"
        "    material: {type: neo_hookean, young: 1 kPa, poisson: 0.3}\n"
        "    constraints: [{type: fixed, where: {plane: {normal: [0, 0, 1], offset: 0}}}]\n"
        "    solver: {type: static}\n    outputs: [{type: pairs}]\n");
    CHECK(run.run() == 2);
    CHECK_THAT(run.bytes("out/run.json"), Catch::Contains("steps no couplings"));
}
