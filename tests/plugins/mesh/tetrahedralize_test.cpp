// mesh/tetrahedralize: closed surfaces are filled, others are refused with counts.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/data.hpp>
#include <support/mesh_plugin.hpp>
#include <support/written_surfaces.hpp>

using namespace sinew;

namespace {

std::string fill(const std::string& file, const std::string& size) {
    return "{type: tetrahedralize, surface: {type: file, file: " + file + "}, size: {" + size +
           "}}";
}

}  // namespace

TEST_CASE("mesh/tetrahedralize: a cube keeps its edges and its volume") {
    const test::TemporaryFile file("cube.obj", test::cube());
    const MeshData data = test::load_mesh(fill(file.path(), "surface: 0.3"));
    CHECK(quality(*data.volume).volume == Approx(1).epsilon(1e-9));
    CHECK(data.surface->n_triangles() == 12);
}

TEST_CASE("mesh/tetrahedralize: a surface with a hole is refused with the count of border edges") {
    const test::TemporaryFile file("open.obj", test::open_cube());
    const Diagnostic mistake = test::mesh_mistake(fill(file.path(), "surface: 0.3"));
    CHECK_THAT(mistake.message, Catch::Contains("not closed: 3 border edges"));
    CHECK_THAT(mistake.remedy, Catch::Contains("close its holes") &&
                                   Catch::Contains("surface: {type: wrap, surface: {type: file, "
                                                   "...}, alpha: 0.32} closes"));
}

TEST_CASE("mesh/tetrahedralize: a self-intersecting surface is refused with the count of pairs") {
    const test::TemporaryFile file("crossing.obj", test::cube() + test::cube(0.5, 9));
    const Diagnostic mistake = test::mesh_mistake(fill(file.path(), "surface: 0.3"));
    CHECK_THAT(mistake.message,
               Catch::Matches("the surface intersects itself: [0-9]+ pairs of triangles"));
}

TEST_CASE("mesh/tetrahedralize: the hand is filled to its volume, the human is refused") {
    const auto hand = test::data_file("hand_smpl/hand_closed.obj");
    const auto human = test::data_file("human_smpl/human_man.obj");
    if (!hand || !human) return;
    const MeshData data = test::load_mesh(fill(hand->string(), "surface: 0.03"));
    CHECK(quality(*data.volume).volume == Approx(0.0293821).epsilon(0.02));
    CHECK_THAT(test::mesh_mistake(fill(human->string(), "surface: 0.05")).message,
               Catch::Contains("intersects itself"));
}

TEST_CASE(
    "mesh/tetrahedralize: a size that makes more tetrahedra than anybody can use is refused") {
    const test::TemporaryFile file("cube.obj", test::cube());
    const Diagnostic mistake = test::mesh_mistake(fill(file.path(), "surface: 0.001"));
    CHECK(mistake.message ==
          "size: {surface: 0.001} would make about 8.5e+09 tetrahedra, more than 2e+07");
    CHECK_THAT(mistake.remedy, Catch::Contains("makes about a million"));
}

TEST_CASE("mesh/tetrahedralize: a distance that makes more tetrahedra than anybody can use") {
    // An octahedron turns by acos(1/3) at its 12 edges of sqrt(2).
    const test::TemporaryFile file("octahedron.obj",
                                   "v 1 0 0\nv -1 0 0\nv 0 1 0\nv 0 -1 0\nv 0 0 1\nv 0 0 -1\n"
                                   "f 1 3 5\nf 3 2 5\nf 2 4 5\nf 4 1 5\n"
                                   "f 3 1 6\nf 2 3 6\nf 4 2 6\nf 1 4 6\n");
    const auto filled = [&](const std::string& angle) {
        const std::string text = fill(file.path(), "surface: 0.3, distance: 1e-8");
        return text.substr(0, text.size() - 1) + ", feature_angle: " + angle + "}";
    };
    const double n =
        3.5 * 12 * std::sqrt(2.0) / 2 * std::acos(1.0 / 3) / (1.5 * std::sqrt(3.0) * 1e-8);
    const Diagnostic mistake = test::mesh_mistake(filled("90 deg"));
    CHECK(mistake.message == fmt::format("size: {{surface: 0.3, distance: 1e-08}} would make about "
                                         "{:.2g} tetrahedra, more than 2e+07",
                                         n));
    CHECK_THAT(mistake.remedy, Catch::Contains("makes about a million"));
    // Edges that are kept sharp are met exactly.
    CHECK(test::load_mesh(filled("60 deg")).volume->n_elements() < 5000);
}
