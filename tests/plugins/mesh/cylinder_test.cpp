#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("cylinder: every element fills the prism over a regular polygon") {
    const double r = 0.3, h = 2;
    for (const int around : {4, 12, 32})
        for (const std::string element : {"tet4", "tet10", "hex8"}) {
            CAPTURE(around, element);
            const MeshData data =
                load_mesh("{type: cylinder, radius: 0.3, height: 2, along: 5, radial: 3, around: " +
                          std::to_string(around) + ", element: " + element + "}");
            const VolumeMesh& mesh = *data.volume;
            CHECK(element_volumes(mesh).minCoeff() > 0);
            const double polygon = 0.5 * around * r * r * std::sin(2 * std::numbers::pi / around);
            CHECK(element_volumes(mesh).sum() == Approx(polygon * h).epsilon(1e-12));
            const SurfaceReport skin = inspect({mesh.positions, boundary(mesh).triangles});
            CHECK(skin.closed());
            CHECK(skin.euler == 2);
            CHECK(skin.n_non_manifold_edges == 0);
            CHECK(mesh.positions.row(2).minCoeff() == 0);
            CHECK(mesh.positions.row(2).maxCoeff() == Approx(h));
        }
}

TEST_CASE("cylinder: no cell becomes pointed, however fine") {
    const MeshData data = load_mesh(
        "{type: cylinder, radius: 1, height: 1, around: 64, radial: 8, along: 8, element: hex8}");
    CHECK(quality(*data.volume).min_quality > 0.5);
}

TEST_CASE("cylinder: cells around must be a multiple of four") {
    const Diagnostic d = mesh_mistake("{type: cylinder, radius: 1, height: 1, around: 10}");
    CHECK(d.message == "around: 10 is not a multiple of 4");
    CHECK(d.remedy == "take 8 or 12");
}
