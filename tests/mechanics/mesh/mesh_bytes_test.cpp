#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/mesh_bytes.hpp>
#include <support/meshes.hpp>

using namespace sinew;

TEST_CASE("mesh bytes: a mesh comes back with its sets, arrays and warnings") {
    MeshData data;
    data.volume = test::hex_grid(2, 1, 1);
    data.volume->node_sets["end"] = {0, 3, 6};
    data.volume->element_sets["none"] = {};
    data.volume->node_arrays["heat"] = Eigen::MatrixXd::Random(1, data.volume->n_nodes());
    data.volume->element_arrays["fibre"] = Eigen::MatrixXd::Random(3, 2);
    data.surface = SurfaceMesh{data.volume->positions, Eigen::Vector3i(0, 1, 4)};
    data.warnings = {"one", ""};
    const MeshData back = mesh_of_bytes(to_bytes(data));
    CHECK(back.volume->type == ElementType::hex8);
    CHECK(back.volume->positions == data.volume->positions);
    CHECK(back.volume->elements == data.volume->elements);
    CHECK(back.volume->node_sets == data.volume->node_sets);
    CHECK(back.volume->element_sets == data.volume->element_sets);
    CHECK(back.volume->node_arrays == data.volume->node_arrays);
    CHECK(back.volume->element_arrays == data.volume->element_arrays);
    CHECK(back.surface->triangles == data.surface->triangles);
    CHECK(back.warnings == data.warnings);
    const std::string bytes = to_bytes(data);
    for (std::size_t n = 0; n < bytes.size(); n += 13)
        CHECK_THROWS_AS(mesh_of_bytes(bytes.substr(0, n)), std::runtime_error);
}
