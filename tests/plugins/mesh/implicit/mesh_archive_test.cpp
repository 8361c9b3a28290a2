#include <catch2/catch.hpp>
#include <implicit/mesh_archive.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

using namespace sinew;

TEST_CASE("mesh_archive: a mesh comes back bit by bit, with its regions") {
    VolumeMesh mesh;
    mesh.positions = Points::Random(3, 6);
    mesh.elements.resize(4, 3);
    mesh.elements << 0, 1, 2, 1, 2, 3, 2, 3, 4, 3, 4, 5;
    mesh.element_sets["shell"] = {0, 2};
    const VolumeMesh back = unpacked(packed(mesh));
    CHECK(back.type == ElementType::tet4);
    CHECK(back.positions == mesh.positions);
    CHECK(back.elements == mesh.elements);
    CHECK(back.element_sets == mesh.element_sets);
}

TEST_CASE("mesh_archive: what holds no mesh is reported") {
    CHECK_THROWS_AS(unpacked(Archive()), ComputationError);
}
