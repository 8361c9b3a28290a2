// mesh/wrap: triangles of any sort come out closed, and are filled.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/data.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;

namespace {

std::string wrap(const std::string& file, const std::string& sizes) {
    return "{type: wrap, surface: {type: file, file: " + file + "}, " + sizes + "}";
}

std::string fill(const std::string& surface, const std::string& size) {
    return "{type: tetrahedralize, surface: " + surface + ", size: {surface: " + size + "}}";
}

/// Two unit cubes without their lids that cross each other, every third triangle turned inside out.
std::string open_boxes() {
    std::string text;
    const int faces[10][3] = {{0, 2, 1}, {1, 2, 3}, {0, 1, 4}, {1, 5, 4}, {2, 6, 3},
                              {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    for (const double x : {0.0, 0.5})
        for (int i = 0; i < 8; ++i)
            text += fmt::format("v {} {} {}\n", x + (i & 1), (i >> 1) & 1, (i >> 2) & 1);
    for (const int first : {1, 9})
        for (int t = 0; t < 10; ++t) {
            const auto& f = faces[t];
            const bool turned = t % 3 == 0;
            text += fmt::format("f {} {} {}\n", f[0] + first, f[turned ? 2 : 1] + first,
                                f[turned ? 1 : 2] + first);
        }
    return text;
}

void check_closed(const SurfaceMesh& surface) {
    const SurfaceReport report = inspect(surface);
    CHECK(report.closed());
    CHECK(report.n_non_manifold_edges == 0);
    CHECK(report.n_non_manifold_vertices == 0);
    CHECK(report.n_flipped_edges == 0);
    CHECK(report.volume > 0);
}

}  // namespace

TEST_CASE("mesh/wrap: boxes that cross, are open and turn either way become one closed surface") {
    const test::TemporaryFile file("boxes.obj", open_boxes());
    // A ball wider than the boxes does not come in where the lids are missing.
    const MeshData closed = test::load_mesh(wrap(file.path(), "alpha: 2, offset: 0.01"));
    CHECK_FALSE(closed.volume);
    check_closed(*closed.surface);
    CHECK(inspect(*closed.surface).volume > 1.5);
    CHECK(inspect(*closed.surface).volume < 1.52 * 1.02 * 1.02);
    // A narrow one does: the wrap lies about walls of twice the offset.
    const MeshData walls = test::load_mesh(wrap(file.path(), "alpha: 0.1, offset: 0.01"));
    check_closed(*walls.surface);
    CHECK(inspect(*walls.surface).volume < 0.4);
}

TEST_CASE("mesh/wrap: what it gives is the same bit by bit, and tetrahedralize fills it") {
    const test::TemporaryFile file("boxes.obj", open_boxes());
    CHECK_THAT(test::mesh_mistake(fill("{type: file, file: " + file.path() + "}", "0.2")).remedy,
               Catch::Contains("surface: {type: wrap, surface: {type: file, ...}, alpha: 0.2}"));
    const std::string wrapped = wrap(file.path(), "alpha: 2, offset: 0.01");
    const SurfaceMesh one = *test::load_mesh(wrapped).surface,
                      again = *test::load_mesh(wrapped).surface;
    CHECK(one.positions == again.positions);
    CHECK(one.triangles == again.triangles);
    const MeshData filled = test::load_mesh(fill(wrapped, "0.2"));
    CHECK(quality(*filled.volume).volume == Approx(inspect(one).volume).epsilon(0.01));
}

TEST_CASE("mesh/wrap: an alpha that makes more triangles than anybody can use is refused") {
    const test::TemporaryFile file("boxes.obj", open_boxes());
    const Diagnostic mistake = test::mesh_mistake(wrap(file.path(), "alpha: 0.0001"));
    CHECK(mistake.message ==
          "alpha of 0.0001 m would make about 2.3e+09 triangles, more than 1e+07");
    CHECK(mistake.remedy == "alpha: 0.015 makes about a hundred thousand");
}

TEST_CASE("mesh/wrap: a scanned human that crosses itself is wrapped and filled") {
    const auto human = test::data_file("human_smpl/human_man.obj");
    if (!human) return;
    const std::string size = "0.03";
    const std::string surface = "{type: file, file: " + human->string() + "}";
    CHECK_THAT(test::mesh_mistake(fill(surface, size)).message,
               Catch::Contains("intersects itself"));
    const std::string wrapped = wrap(human->string(), "alpha: " + size);
    const SurfaceMesh closed = *test::load_mesh(wrapped).surface;
    check_closed(closed);
    // 0.0828 m^3, and the space of 1 mm about its 1.9 m^2.
    CHECK(inspect(closed).volume == Approx(0.0855).epsilon(0.03));
    CHECK(quality(*test::load_mesh(fill(wrapped, size)).volume).volume ==
          Approx(inspect(closed).volume).epsilon(0.02));
}
