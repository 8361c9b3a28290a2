#include <catch2/catch.hpp>
#include <self_contact/neighbours.hpp>

using namespace sinew;

TEST_CASE("neighbours: edges along a strip of tetrahedra, up to the most that matter") {
    // Each tetrahedron shares three nodes with the next: node i reaches i + 3 by an edge.
    VolumeMesh mesh;
    mesh.positions = Points::Random(3, 13);
    mesh.elements.resize(4, 10);
    for (int e = 0; e < 10; ++e)
        for (int a = 0; a < 4; ++a) mesh.elements(a, e) = e + a;
    const Neighbours near(mesh, {0, 6}, 3);
    for (int node = 0; node < 13; ++node) {
        CHECK(near.edges(0, node) == std::min(3, (node + 2) / 3));
        CHECK(near.edges(1, node) == std::min(3, (std::abs(node - 6) + 2) / 3));
    }
}
