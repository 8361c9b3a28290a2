#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/meshes.hpp>

using namespace sinew;

TEST_CASE("convert: tet10 has a midpoint on each edge and the same volume") {
    VolumeMesh tets = test::tet_grid(2, 2, 2);
    tets.node_sets["bottom"] = {0, 1, 3};
    tets.node_arrays["x"] = tets.positions.row(0);
    tets.element_sets["some"] = {4, 5};
    const VolumeMesh mesh = to_tet10(tets);
    // Euler: V - E + F - T = 1 for a ball; 48 tets, 48 skin triangles.
    const int n_edges = 27 + (48 * 4 + 48) / 2 - 48 - 1;
    CHECK(mesh.n_nodes() == 27 + n_edges);
    CHECK(element_volumes(mesh).sum() == Approx(8).epsilon(1e-13));
    CHECK((mesh.node_arrays.at("x") - mesh.positions.row(0)).norm() < 1e-15);
    CHECK(mesh.element_sets.at("some") == std::vector{4, 5});
    // 0-1 and 0-3 are edges of the grid, 1-3 is not one of this cut.
    const auto& bottom = mesh.node_sets.at("bottom");
    CHECK(bottom.size() == 5);
    for (const int node : bottom) CHECK(mesh.positions(2, node) == 0);
}

TEST_CASE("convert: a mesh counted left-handed throughout is turned, one inverted element is not") {
    const VolumeMesh tets = test::tet_grid(2, 1, 1);
    for (VolumeMesh mesh : {tets, to_tet10(tets), test::hex_grid(2, 1, 1)}) {
        CAPTURE(name_of(mesh.type));
        const Eigen::VectorXd volumes = element_volumes(mesh);
        CHECK_FALSE(orient(mesh));
        mesh.positions.row(0) *= -1;
        CHECK(orient(mesh));
        CHECK((element_volumes(mesh) - volumes).norm() < 1e-13);
    }
    VolumeMesh mixed = tets;
    std::swap(mixed.elements(0, 3), mixed.elements(1, 3));
    CHECK_FALSE(orient(mixed));
}

TEST_CASE("convert: dropping loose nodes renumbers elements, sets and arrays") {
    VolumeMesh mesh;
    mesh.positions = Points::Zero(3, 6);
    mesh.positions.row(0) << 0, 1, 2, 3, 4, 5;
    mesh.elements.resize(4, 1);
    mesh.elements << 5, 1, 2, 4;
    mesh.node_sets["s"] = {0, 2, 5};
    mesh.node_arrays["x"] = mesh.positions.row(0);
    CHECK(drop_unreferenced(mesh) == 2);
    CHECK(mesh.n_nodes() == 4);
    CHECK(mesh.positions.row(0) == Eigen::RowVector4d(1, 2, 4, 5));
    CHECK(mesh.elements.col(0) == Eigen::Vector4i(3, 0, 1, 2));
    CHECK(mesh.node_sets.at("s") == std::vector{1, 3});
    CHECK(mesh.node_arrays.at("x") == mesh.positions.row(0));
    CHECK(drop_unreferenced(mesh) == 0);
}

TEST_CASE("convert: coincident vertices become one, and triangles between them go") {
    SurfaceMesh soup;
    soup.positions.resize(3, 9);
    soup.positions << 0, 1, 0, 1, 1, 0, 0, 0, 1,  //
        0, 0, 1, 0, 1, 1, 0, -0.0, 0,             //
        0, 0, 0, 0, 0, 0, 0, 0, 0;
    soup.triangles.resize(3, 3);
    soup.triangles << 0, 3, 6, 1, 4, 7, 2, 5, 8;
    CHECK(merge_coincident(soup) == 5);
    CHECK(soup.n_points() == 4);
    CHECK(soup.n_triangles() == 2);
    CHECK(inspect(soup).n_border_edges == 4);
}
