#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/quality.hpp>
#include <support/meshes.hpp>

using namespace sinew;

namespace {

SurfaceMesh surface_of(const VolumeMesh& mesh) {
    return {mesh.positions, boundary(mesh).triangles};
}

}  // namespace

TEST_CASE("boundary: the skin of a grid is closed, outward, and encloses its volume") {
    const VolumeMesh tets = test::tet_grid(4, 3, 2);
    for (const VolumeMesh& mesh : {tets, to_tet10(tets), test::hex_grid(4, 3, 2)}) {
        CAPTURE(name_of(mesh.type));
        const SurfaceReport report = inspect(surface_of(mesh));
        CHECK(report.closed());
        CHECK(report.n_non_manifold_edges == 0);
        CHECK(report.n_flipped_edges == 0);
        CHECK(report.euler == 2);
        CHECK(report.volume == Approx(24).epsilon(1e-13));
    }
}

TEST_CASE("boundary: faces, triangles and nodes of a grid are counted right") {
    const VolumeMesh tets = test::tet_grid(4, 3, 2);
    const int squares = 2 * (4 * 3 + 3 * 2 + 4 * 2);
    const Boundary tet4 = boundary(tets);
    CHECK(tet4.faces.size() == 2u * squares);
    CHECK(tet4.triangles.cols() == 2 * squares);
    CHECK(tet4.nodes.size() == 5u * 4 * 3 - 3 * 2 * 1);
    const Boundary tet10 = boundary(to_tet10(tets));
    CHECK(tet10.faces.size() == 2u * squares);
    CHECK(tet10.faces[0].size() == 6);
    CHECK(tet10.triangles.cols() == 8 * squares);
    const Boundary hex8 = boundary(test::hex_grid(4, 3, 2));
    CHECK(hex8.faces.size() == 1u * squares);
    CHECK(hex8.triangles.cols() == 2 * squares);
    CHECK(hex8.nodes == tet4.nodes);
}

TEST_CASE("boundary: each triangle and face belongs to an element that has its nodes") {
    const VolumeMesh mesh = to_tet10(test::tet_grid(2, 2, 2));
    const Boundary skin = boundary(mesh);
    const auto has = [&](int e, int node) { return (mesh.elements.col(e).array() == node).any(); };
    for (Eigen::Index t = 0; t < skin.triangles.cols(); ++t)
        for (int i = 0; i < 3; ++i)
            CHECK(has(skin.element[static_cast<std::size_t>(t)], skin.triangles(i, t)));
    for (std::size_t f = 0; f < skin.faces.size(); ++f)
        for (const int node : skin.faces[f]) CHECK(has(skin.face_element[f], node));
}
