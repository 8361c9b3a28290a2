#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <support/meshes.hpp>

using namespace sinew;

namespace {

class Given final : public MeshSource {
public:
    explicit Given(MeshData data) : MeshSource("given.veg", {}), data_(std::move(data)) {}
    explicit Given(VolumeMesh mesh) : Given(MeshData{std::move(mesh), {}, {}}) {}

protected:
    MeshData generate() const override { return data_; }

private:
    MeshData data_;
};

std::string error_of(VolumeMesh mesh) {
    try {
        Given(std::move(mesh)).load();
    } catch (const InputError& error) {
        return error.diagnostics().front().message;
    }
    return {};
}

}  // namespace

TEST_CASE("mesh source: scale and unit multiply, fit centres and measures") {
    Given source(test::tet_grid(2, 1, 1));
    source.common.scale = 3;
    source.common.unit = LengthUnit::mm;
    MeshData data = source.load();
    CHECK(bounding_box(data.volume->positions).max().isApprox(Eigen::Vector3d(6e-3, 3e-3, 3e-3)));
    source.common = {};
    source.common.fit = 0.5;
    data = source.load();
    const Eigen::AlignedBox3d box = bounding_box(data.volume->positions);
    CHECK(box.center().norm() < 1e-15);
    CHECK(box.sizes().isApprox(Eigen::Vector3d(0.5, 0.25, 0.25)));
}

TEST_CASE("mesh source: the surface of a volume moves with it") {
    const VolumeMesh mesh = test::tet_grid(2, 1, 1);
    SurfaceMesh surface{mesh.positions, Eigen::Vector3i(0, 1, 4)};
    Given source(MeshData{mesh, surface, {}});
    source.common.fit = 1.0;
    const MeshData data = source.load();
    CHECK(data.surface->n_points() == 3);
    CHECK(data.surface->positions.col(0) == data.volume->positions.col(0));
}

TEST_CASE("mesh source: loose nodes go with a warning, left-handed meshes are turned") {
    VolumeMesh mesh = test::one_tet();
    mesh.positions.conservativeResize(3, 6);
    mesh.positions.rightCols<2>().setConstant(9);
    mesh.elements.col(0) << 1, 0, 2, 3;
    mesh.node_sets["s"] = {3, 1, 1};
    const MeshData data = Given(mesh).load();
    CHECK(data.volume->n_nodes() == 4);
    CHECK(data.volume->elements.col(0) == Eigen::Vector4i(1, 2, 0, 3));
    CHECK(data.volume->node_sets.at("s") == std::vector{1, 3});
    REQUIRE(data.warnings.size() == 2);
    CHECK(data.warnings[0] ==
          "given.veg: all elements were left-handed; their nodes have been reordered");
    CHECK(data.warnings[1] == "given.veg: 2 nodes belong to no element and have been left out");
}

TEST_CASE("mesh source: nodes that the reader has dropped count among those left out") {
    MeshData dropped;
    dropped.volume = test::one_tet();
    dropped.n_dropped = 1;
    CHECK(
        Given(dropped).load().warnings ==
        std::vector<std::string>{"given.veg: 1 node belongs to no element and has been left out"});
    dropped.volume->positions.conservativeResize(3, 5);
    dropped.volume->positions.col(4).setConstant(9);
    CHECK(
        Given(dropped).load().warnings ==
        std::vector<std::string>{"given.veg: 2 nodes belong to no element and have been left out"});
}

TEST_CASE("mesh source: a mesh that cannot be computed on is refused by name, count and number") {
    VolumeMesh mesh = test::tet_grid(2, 1, 1);
    std::swap(mesh.elements(0, 7), mesh.elements(1, 7));
    CHECK(error_of(mesh) ==
          "given.veg: 1 of 12 elements are inverted (negative volume): 7 (counted from 0)");
    mesh = test::tet_grid(2, 1, 1);
    mesh.elements(3, 2) = mesh.elements(0, 2);
    CHECK(error_of(mesh) == "given.veg: 1 of 12 elements have no volume: 2 (counted from 0)");
    mesh.elements(3, 2) = 12;
    CHECK(error_of(mesh) ==
          "given.veg: element 2 (counted from 0) names node 12, but there are 12 of them");
    mesh = test::one_tet();
    mesh.node_sets["grip"] = {4};
    CHECK(error_of(mesh) == "given.veg: the node set 'grip' names node 4, but there are 4 of them");
    mesh.elements.resize(4, 0);
    CHECK(error_of(mesh) == "given.veg: the mesh has no elements");
}

TEST_CASE("mesh source: remedies look at a file only where one was read") {
    class OfFile final : public MeshSource {
    public:
        OfFile() : MeshSource(Path{"/there/beam.veg", "beam.veg", {}}) {}

    private:
        MeshData generate() const override { return {VolumeMesh{}, {}, {}}; }
    };
    const auto mistake = [](const MeshSource& source) {
        try {
            source.load();
        } catch (const InputError& error) {
            return error.diagnostics().front();
        }
        return Diagnostic();
    };
    CHECK(mistake(OfFile()).message == "beam.veg: the mesh has no elements");
    CHECK_THAT(mistake(OfFile()).remedy, Catch::StartsWith("is the file whole"));
    CHECK_THAT(mistake(Given(VolumeMesh{})).remedy,
               Catch::StartsWith("look at what the scene gives for it"));
}

TEST_CASE("mesh source: fit beside scale or unit is refused, since one of them would be ignored") {
    Given source(test::tet_grid(2, 1, 1));
    source.common.fit = 1;
    source.common.scale = 2;
    CHECK_THROWS_WITH(source.load(), Catch::Contains("given.veg: `fit` gives the size of the mesh, "
                                                     "and so `scale` would have no effect") &&
                                         Catch::Contains("give one of them"));
    source.common.scale = 1;
    source.common.unit = LengthUnit::mm;
    CHECK_THROWS_WITH(source.load(), Catch::Contains("and so `unit` would have no effect"));
}
