// mesh/implicit: volumes against closed forms, and what it refuses.
#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;
using Eigen::Index;

namespace {

VolumeMesh implicit(const std::string& shape, const std::string& size) {
    return *test::load_mesh("{type: implicit, shape: " + shape + ", size: {" + size + "}}").volume;
}

}  // namespace

TEST_CASE("mesh/implicit: a ball's volume converges to 4/3 pi with the square of the edge") {
    const double exact = 4.0 / 3.0 * M_PI;
    const double coarse = exact - quality(implicit("{sphere: {radius: 1}}", "surface: 0.4")).volume;
    const double fine = exact - quality(implicit("{sphere: {radius: 1}}", "surface: 0.2")).volume;
    CHECK(coarse > 0);  // nodes on the sphere: the polyhedron is inside
    CHECK(coarse / fine == Approx(4).epsilon(0.35));
    CHECK(fine < 0.02 * exact);
}

TEST_CASE("mesh/implicit: the sharp edges of a box are kept, so that its volume is exact") {
    const VolumeMesh mesh =
        implicit("{box: {min: [0, 0, 0], max: [1, 0.5, 0.25]}}", "surface: 0.1");
    const MeshQuality report = quality(mesh);
    CHECK(report.volume == Approx(0.125).epsilon(1e-5));
    CHECK(report.inverted.empty());
    CHECK(report.min_dihedral > 5 * M_PI / 180);
    CHECK(mesh.positions.rowwise().minCoeff().norm() < 1e-6);
}

TEST_CASE("mesh/implicit: edges grow with the depth below the surface") {
    const Index even = implicit("{sphere: {radius: 1}}", "surface: 0.15").n_elements();
    const Index graded =
        implicit("{sphere: {radius: 1}}", "surface: 0.15, inside: 0.6, grading: 1").n_elements();
    CHECK(graded < even / 2);
}

TEST_CASE("mesh/implicit: what has no bounds, or is smaller than an edge, is refused") {
    CHECK_THAT(
        test::mesh_mistake(
            "{type: implicit, shape: {half_space: {normal: [0, 0, 1]}}, size: {surface: 0.1}}")
            .message,
        Catch::Contains("has no bounds"));
    CHECK_THAT(test::mesh_mistake(
                   "{type: implicit, shape: {sphere: {radius: 1 cm}}, size: {surface: 1 m}}")
                   .message,
               Catch::Contains("longer than the shape"));
    CHECK_THAT(test::mesh_mistake("{type: implicit, shape: {sphere: {radius: 1}}}").message,
               Catch::Contains("size"));
}

TEST_CASE("mesh/implicit: a size that makes more tetrahedra than anybody can use is refused") {
    const Diagnostic mistake =
        test::mesh_mistake("{type: implicit, shape: {sphere: {radius: 1}}, size: {surface: 1 mm}}");
    // 4/3 pi over the volume of a regular tetrahedron of that edge, 1e-9/(6 sqrt 2)
    CHECK(mistake.message ==
          "size: {surface: 0.001} would make about 3.6e+10 tetrahedra, more than 2e+07");
    CHECK_THAT(mistake.remedy,
               Catch::Matches(R"(size: \{surface: 0\.03\d?\} makes about a million)"));
    CHECK(mistake.where.line == 5);
    CHECK_THAT(test::mesh_mistake("{type: implicit, shape: {sphere: {radius: 1}}, size: {surface: "
                                  "0.1 mm, inside: 0.2, grading: 1}}")
                   .message,
               Catch::Contains("size: {surface: 0.0001, inside: 0.2} would make about"));
}

TEST_CASE("mesh/implicit: a distance finer than the surface can be found is refused") {
    const auto ball = [](const std::string& distance) {
        return "{type: implicit, shape: {sphere: {radius: 0.5}}, size: {surface: 0.3, distance: " +
               distance + "}}";
    };
    const Diagnostic mistake = test::mesh_mistake(ball("1e-8"));
    CHECK_THAT(mistake.message, Catch::Contains("a distance of 1e-08 m is finer than the surface"));
    CHECK(mistake.remedy == "give a distance of 1e-05 m or more");
    CHECK(mistake.where.line == 5);
    CHECK(test::load_mesh(ball("1e-2")).volume->n_elements() < 5000);
}

TEST_CASE("mesh/implicit: an empty shape, and one of which a mesh would keep little, are refused") {
    const auto mistake = [](const std::string& shape) {
        return test::mesh_mistake("{type: implicit, size: {surface: 0.1}, shape: " + shape + "}")
            .message;
    };
    const auto shell = [](const std::string& inner) {
        return "{difference: {of: [{sphere: {radius: 0.3}}, {sphere: {radius: " + inner + "}}]}}";
    };
    CHECK_THAT(mistake(shell("0.5")), Catch::Contains("the shape is empty, or too thin"));
    CHECK_THAT(mistake(shell("0.3")), Catch::Contains("the shape is empty, or too thin"));
    CHECK_THAT(mistake(shell("0.299")), Catch::Contains("edges of 0.1 m miss its thin parts"));
    CHECK(mistake("{intersection: {of: [{sphere: {radius: 0.1}}, {sphere: {center: [5, 0, 0], "
                  "radius: 0.1}}]}}") == "the shape is empty");
}
