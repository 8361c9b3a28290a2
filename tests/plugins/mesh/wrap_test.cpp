// mesh/wrap: triangles of any sort come out closed, and are filled.
#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/data.hpp>
#include <support/mesh_plugin.hpp>
#include <support/written_surfaces.hpp>

using namespace sinew;

namespace {

std::string wrap(const std::string& file, const std::string& sizes) {
    return "{type: wrap, surface: {type: file, file: " + file + "}, " + sizes + "}";
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
    const test::TemporaryFile file("boxes.obj", test::open_boxes());
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
    const test::TemporaryFile file("boxes.obj", test::open_boxes());
    CHECK_THAT(
        test::mesh_mistake(test::filled("{type: file, file: " + file.path() + "}", "0.2")).remedy,
        Catch::Contains("surface: {type: wrap, surface: {type: file, ...}, alpha: 0.28}"));
    const std::string wrapped = wrap(file.path(), "alpha: 2, offset: 0.01");
    const SurfaceMesh one = *test::load_mesh(wrapped).surface,
                      again = *test::load_mesh(wrapped).surface;
    CHECK(one.positions == again.positions);
    CHECK(one.triangles == again.triangles);
    const MeshData filled = test::load_mesh(test::filled(wrapped, "0.2"));
    CHECK(quality(*filled.volume).volume == Approx(inspect(one).volume).epsilon(0.01));
}

TEST_CASE("mesh/wrap: an alpha that makes more triangles than anybody can use is refused") {
    const test::TemporaryFile file("boxes.obj", test::open_boxes());
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
    CHECK_THAT(test::mesh_mistake(test::filled(surface, size)).message,
               Catch::Contains("intersects itself"));
    const std::string wrapped = wrap(human->string(), "alpha: " + size);
    const SurfaceMesh closed = *test::load_mesh(wrapped).surface;
    check_closed(closed);
    // 0.0828 m^3, and the space of 1 mm about its 1.9 m^2.
    CHECK(inspect(closed).volume == Approx(0.0855).epsilon(0.03));
    CHECK(quality(*test::load_mesh(test::filled(wrapped, size)).volume).volume ==
          Approx(inspect(closed).volume).epsilon(0.02));
}
