#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/fingerprint.hpp>
#include <support/meshes.hpp>

using namespace sinew;

TEST_CASE("fingerprint: it is the same for the same mesh, and another for any change") {
    const VolumeMesh mesh = test::tet_grid(2, 1, 1);
    const std::string whole = fingerprint(mesh);
    CHECK(whole.size() == 16);
    CHECK(fingerprint(test::tet_grid(2, 1, 1)) == whole);

    VolumeMesh moved = mesh;
    moved.positions(2, 5) += 1e-15;
    CHECK(fingerprint(moved) != whole);
    VolumeMesh turned = mesh;
    std::swap(turned.elements(0, 3), turned.elements(1, 3));
    CHECK(fingerprint(turned) != whole);
    VolumeMesh named = mesh, other = mesh;
    named.node_sets["a"] = {1, 2};
    other.element_sets["a"] = {1, 2};
    CHECK(fingerprint(named) != whole);
    CHECK(fingerprint(named) != fingerprint(other));
    VolumeMesh soft = mesh;
    soft.element_arrays["young"] = Eigen::RowVectorXd::Constant(12, 1e5);
    CHECK(fingerprint(soft) != whole);
}
