// mesh/isosurface: closed and outward, volumes and distances against closed forms.
#include <catch2/catch.hpp>
#include <cmath>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;

namespace {

SurfaceMesh isosurface(const std::string& shape, const std::string& edge) {
    const MeshData data =
        test::load_mesh("{type: isosurface, shape: " + shape + ", edge: " + edge + "}");
    CHECK_FALSE(data.volume);
    return *data.surface;
}

Diagnostic mistake(const std::string& shape, const std::string& edge) {
    return test::mesh_mistake("{type: isosurface, shape: " + shape + ", edge: " + edge + "}");
}

}  // namespace

TEST_CASE("mesh/isosurface: a ball is one closed surface that looks outward, on the sphere") {
    const SurfaceMesh ball = isosurface("{sphere: {center: [3, 0, 0], radius: 1}}", "0.1");
    const SurfaceReport report = inspect(ball);
    CHECK(report.closed());
    CHECK(report.n_non_manifold_edges == 0);
    CHECK(report.n_flipped_edges == 0);
    CHECK(report.n_components == 1);
    CHECK(report.euler == 2);
    for (Eigen::Index i = 0; i < ball.n_points(); ++i)
        CHECK((ball.positions.col(i) - Eigen::Vector3d(3, 0, 0)).norm() == Approx(1).epsilon(1e-3));
}

TEST_CASE("mesh/isosurface: a ball's volume converges to 4/3 pi with the square of the edge") {
    const auto error = [](const std::string& edge) {
        return 4.0 / 3.0 * M_PI - inspect(isosurface("{sphere: {radius: 1}}", edge)).volume;
    };
    CHECK(error("0.2") > 0);
    CHECK(error("0.2") / error("0.1") == Approx(4).epsilon(0.15));
}

TEST_CASE("mesh/isosurface: a ring has a hole, two balls are two surfaces") {
    const std::string ring = "{torus: {radius: 1, thickness: 0.3, axis: [1, 2, 0]}}";
    const SurfaceReport report = inspect(isosurface(ring, "0.1"));
    CHECK(report.euler == 0);
    CHECK(report.volume == Approx(2 * M_PI * M_PI * 0.09).epsilon(0.02));
    const std::string pair =
        "{union: {of: [{sphere: {radius: 1}}, {sphere: {center: [3, 0, 0], radius: 1}}]}}";
    CHECK(inspect(isosurface(pair, "0.2")).n_components == 2);
}

TEST_CASE("mesh/isosurface: the wall of a cavity looks into it") {
    const std::string shell =
        "{difference: {of: [{sphere: {radius: 1}}, {sphere: {radius: 0.5}}]}}";
    CHECK(inspect(isosurface(shell, "0.05")).volume ==
          Approx(4.0 / 3.0 * M_PI * (1 - 0.125)).epsilon(0.01));
}

TEST_CASE("mesh/isosurface: what is empty, endless or too fine is refused with advice") {
    CHECK(mistake("{half_space: {normal: [0, 0, 1]}}", "0.1").message == "the shape has no bounds");
    CHECK(mistake("{difference: {of: [{sphere: {radius: 0.3}}, {sphere: {radius: 0.5}}]}}", "0.1")
              .message == "the shape is empty, or too thin to be found by cells of 0.1 m");
    const Diagnostic fine = mistake("{sphere: {radius: 1}}", "1 mm");
    CHECK(fine.message == "an edge of 0.001 m makes 8e+09 cells, more than 5e+07");
    CHECK(fine.remedy == "give an edge of 0.006 m or more");
}
