#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <numbers>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/meshes.hpp>

using namespace sinew;

namespace {

VolumeMesh regular_tet() {
    VolumeMesh mesh = test::one_tet();
    mesh.positions << 1, 1, -1, -1, 1, -1, 1, -1, 1, -1, -1, 1;
    mesh.elements.col(0) << 0, 2, 1, 3;
    orient(mesh);
    return mesh;
}

}  // namespace

TEST_CASE("quality: a regular tetrahedron has quality one and dihedral angles acos(1/3)") {
    const MeshQuality q = quality(regular_tet());
    CHECK(q.volume == Approx(8.0 / 3));
    CHECK(q.min_quality == Approx(1));
    CHECK(q.mean_quality == Approx(1));
    CHECK(q.min_dihedral == Approx(std::acos(1.0 / 3)));
    CHECK(q.max_dihedral == Approx(std::acos(1.0 / 3)));
    CHECK(q.n_components == 1);
}

TEST_CASE("quality: the corner of a cube has dihedral angles up to 90 degrees") {
    const MeshQuality q = quality(test::one_tet());
    CHECK(q.volume == Approx(1.0 / 6));
    CHECK(q.min_quality == Approx(0.5));
    CHECK(q.max_dihedral == Approx(std::numbers::pi / 2));
    CHECK(q.min_dihedral == Approx(std::acos(std::sqrt(1.0 / 3))));
}

TEST_CASE("quality: cubes have scaled Jacobian one; a sheared one has the cosine") {
    CHECK(quality(test::hex_grid(2, 2, 2)).min_quality == Approx(1));
    VolumeMesh sheared = test::hex_grid(1, 1, 1);
    sheared.positions.row(0) += sheared.positions.row(2);
    CHECK(quality(sheared).min_quality == Approx(std::sqrt(0.5)));
    CHECK(quality(sheared).volume == Approx(1));
}

TEST_CASE("quality: volumes of curved and warped elements are integrated exactly") {
    // One midpoint moved by d out of the face z = 0 adds d times the integral of its shape
    // function.
    VolumeMesh curved = to_tet10(test::one_tet());
    const double d = 0.05;
    curved.positions(2, 4) -= d;
    // The face's shape function 4 L0 L1 integrates to a third of the area 1/2.
    CHECK(element_volumes(curved)[0] == Approx(1.0 / 6 + d / 6).epsilon(1e-12));

    VolumeMesh warped = test::hex_grid(1, 1, 1);
    warped.positions(2, 7) += 0.2;  // a bilinear top: a quarter of the lift
    CHECK(element_volumes(warped)[0] == Approx(1.05).epsilon(1e-12));
}

TEST_CASE("quality: parts, loose nodes, inverted and flat elements are found") {
    VolumeMesh mesh;
    mesh.positions.resize(3, 13);
    mesh.positions << test::one_tet().positions, test::one_tet().positions.array() + 5,
        test::one_tet().positions.array() - 5, Eigen::Vector3d(1, 1, 1);
    mesh.positions.col(11) << -4.5, -4.5, -5;
    mesh.elements.resize(4, 3);
    mesh.elements << 0, 5, 8, 1, 4, 9, 2, 6, 10, 3, 7, 11;
    const MeshQuality q = quality(mesh);
    CHECK(q.n_components == 3);
    CHECK(q.unreferenced == std::vector{12});
    CHECK(q.inverted == std::vector{1});
    CHECK(q.degenerate == std::vector{2});
    CHECK(defect(mesh) ==
          "1 of 3 elements are inverted (negative volume): 1; 1 of 3 elements have no volume: 2 "
          "(counted from 0)");
}

TEST_CASE("quality: a mesh that may be computed on has no defect") {
    CHECK(defect(test::tet_grid(2, 2, 2)).empty());
    CHECK(defect(to_tet10(test::tet_grid(2, 2, 2))).empty());
    CHECK(defect(test::hex_grid(2, 2, 2)).empty());
}

TEST_CASE("quality: defects name the element or the node") {
    VolumeMesh mesh = test::one_tet();
    mesh.elements(2, 0) = 7;
    CHECK(defect(mesh) == "element 0 (counted from 0) names node 7, but there are 4 of them");
    mesh = test::one_tet();
    mesh.positions(1, 2) = std::numeric_limits<double>::quiet_NaN();
    CHECK(defect(mesh) == "node 2 (counted from 0) is at (0, nan, 0)");
    mesh.elements.resize(4, 0);
    CHECK(defect(mesh) == "the mesh has no elements");
    mesh = test::tet_grid(2, 2, 2);
    mesh.elements.row(0).swap(mesh.elements.row(1));
    CHECK(defect(mesh) ==
          "48 of 48 elements are inverted (negative volume): 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ... "
          "(counted from 0)");
}

TEST_CASE("surface: a closed grid skin is a sphere, a ring of tets is a torus") {
    const VolumeMesh block = test::hex_grid(3, 3, 1);
    SurfaceReport report = inspect({block.positions, boundary(block).triangles});
    CHECK(report.euler == 2);
    CHECK(report.n_components == 1);
    VolumeMesh ring = block;
    ring.elements.resize(8, 8);
    ring.elements << block.elements.leftCols(4), block.elements.rightCols(4);
    report = inspect({ring.positions, boundary(ring).triangles});
    CHECK(report.euler == 0);
    CHECK(report.volume == Approx(8));
    CHECK(report.closed());
}

TEST_CASE("surface: holes, fins, pinched vertices and flipped triangles are counted") {
    const VolumeMesh block = test::tet_grid(2, 2, 2);
    const SurfaceMesh whole{block.positions, boundary(block).triangles};

    SurfaceMesh open = whole;
    open.triangles = whole.triangles.rightCols(whole.n_triangles() - 1).eval();
    CHECK(inspect(open).n_border_edges == 3);
    CHECK(inspect(open).n_holes == 1);
    CHECK(inspect(whole).n_holes == 0);
    CHECK_FALSE(inspect(open).closed());

    SurfaceMesh flipped = whole;
    flipped.triangles.col(5).reverseInPlace();
    CHECK(inspect(flipped).n_flipped_edges == 3);
    orient(flipped);
    CHECK(inspect(flipped).n_flipped_edges == 0);
    CHECK(inspect(flipped).volume == Approx(8));

    // Two cubes that touch in an edge, and two that touch in a vertex.
    VolumeMesh pair = test::hex_grid(2, 2, 2);
    const Eigen::MatrixXi all = pair.elements;
    pair.elements = all(Eigen::all, std::vector{0, 3});
    CHECK(inspect({pair.positions, boundary(pair).triangles}).n_non_manifold_edges == 1);
    pair.elements = all(Eigen::all, std::vector{0, 7});
    const SurfaceReport report = inspect({pair.positions, boundary(pair).triangles});
    CHECK(report.n_non_manifold_edges == 0);
    CHECK(report.n_non_manifold_vertices == 1);
}
