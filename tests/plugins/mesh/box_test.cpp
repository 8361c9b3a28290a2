#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/mesh_plugin.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("box: every element and pattern fills the box, with a closed skin") {
    for (const std::string element : {"tet4", "tet10", "hex8"})
        for (const std::string pattern : {"five", "six"}) {
            if (element == "hex8" && pattern == "six") continue;
            CAPTURE(element, pattern);
            const MeshData data = load_mesh(
                "{type: box, size: [3, 2, 1], cells: [4, 3, 2], element: " + element +
                (element == "hex8" ? "" : ", pattern: " + pattern) + ", origin: [1, 0, -1]}");
            REQUIRE(data.volume);
            const VolumeMesh& mesh = *data.volume;
            CHECK(name_of(mesh.type) == element);
            const int cuts = element == "hex8" ? 1 : pattern == "five" ? 5 : 6;
            CHECK(mesh.n_elements() == 24 * cuts);
            CHECK(element_volumes(mesh).minCoeff() > 0);
            CHECK(element_volumes(mesh).sum() == Approx(6).epsilon(1e-12));
            const SurfaceReport skin = inspect({mesh.positions, boundary(mesh).triangles});
            CHECK(skin.closed());
            CHECK(skin.euler == 2);
            CHECK(skin.volume == Approx(6).epsilon(1e-12));
            const Eigen::AlignedBox3d box = bounding_box(mesh.positions);
            CHECK(box.min() == Eigen::Vector3d(1, 0, -1));
            CHECK(box.max() == Eigen::Vector3d(4, 2, 0));
        }
}

TEST_CASE("box: five tetrahedra a cell alternate, one of them a third of the cell") {
    const MeshData data = load_mesh("{type: box, size: [2, 2, 2], cells: [2, 2, 2]}");
    const Eigen::VectorXd volumes = element_volumes(*data.volume);
    CHECK((volumes.array() > 0.3).count() == 8);
    CHECK(volumes.maxCoeff() == Approx(1.0 / 3));
    CHECK(volumes.minCoeff() == Approx(1.0 / 6));
    CHECK(quality(*data.volume).min_dihedral == Approx(std::acos(std::sqrt(1.0 / 3))));
}

TEST_CASE("box: impossible sizes are refused where they stand") {
    CHECK(mesh_mistake("{type: box, size: [1, 0, 1], cells: [1, 1, 1]}").message.find("size") !=
          std::string::npos);
    const Diagnostic d = mesh_mistake("{type: box, size: [1, 1, 1], cells: [1000, 1000, 1000]}");
    CHECK(d.message == "1000000000 cells are more than a mesh can have");
    CHECK(d.where.line == 5);
}

TEST_CASE("box: a pattern of tetrahedra for hexahedra is refused") {
    CHECK(test::mesh_mistake("{type: box, size: [1, 1, 1], element: hex8, cells: [1, 1, 1], "
                             "pattern: six}")
              .message == "a pattern of tetrahedra means nothing to hex8");
}
