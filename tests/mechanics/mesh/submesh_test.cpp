#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/submesh.hpp>
#include <support/meshes.hpp>

using namespace sinew;

TEST_CASE("submesh: elements keep places of corners, arrays and sets, in the order asked for") {
    VolumeMesh whole = test::tet_grid(3, 2, 2);
    whole.element_arrays["young"] =
        Eigen::RowVectorXd::LinSpaced(whole.n_elements(), 0, double(whole.n_elements()) - 1);
    whole.node_arrays["place"] = whole.positions;
    whole.element_sets["stiff"] = {3, 40, 41};
    whole.element_sets["elsewhere"] = {0, 1};
    whole.node_sets["corner"] = {whole.elements(2, 41)};

    const std::vector<int> chosen{41, 7, 3};
    const Submesh part = submesh(whole, chosen);
    REQUIRE(part.mesh.n_elements() == 3);
    REQUIRE(part.mesh.n_nodes() == Eigen::Index(part.nodes.size()));
    CHECK(part.mesh.n_nodes() <= 12);
    CHECK(std::is_sorted(part.nodes.begin(), part.nodes.end()));
    for (int k = 0; k < 3; ++k) {
        const int e = chosen[std::size_t(k)];
        CHECK(part.mesh.element_arrays.at("young")(0, k) == e);
        for (int a = 0; a < 4; ++a)
            CHECK(part.nodes[std::size_t(part.mesh.elements(a, k))] == whole.elements(a, e));
    }
    CHECK(part.mesh.node_arrays.at("place") == part.mesh.positions);
    CHECK(part.mesh.element_sets.at("stiff") == std::vector<int>{0, 2});
    CHECK(part.mesh.element_sets.at("elsewhere").empty());
    REQUIRE(part.mesh.node_sets.at("corner").size() == 1);
    CHECK(part.mesh.positions.col(part.mesh.node_sets.at("corner")[0]) ==
          whole.positions.col(whole.elements(2, 41)));
}
