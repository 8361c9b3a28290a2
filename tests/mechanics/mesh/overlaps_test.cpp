#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/convert.hpp>
#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/mesh/overlaps.hpp>
#include <support/meshes.hpp>

using namespace sinew;
using Catch::Contains;

namespace {

VolumeMesh with_element(VolumeMesh mesh, const Eigen::VectorXi& nodes) {
    mesh.elements.conservativeResize(Eigen::NoChange, mesh.n_elements() + 1);
    mesh.elements.rightCols<1>() = nodes;
    return mesh;
}

/// Tetrahedra on the triangle 0 1 2, with their tops at these heights.
VolumeMesh on_one_triangle(const std::vector<double>& heights) {
    VolumeMesh mesh;
    const auto n = Eigen::Index(heights.size());
    mesh.positions = Points::Zero(3, 3 + n);
    mesh.positions(0, 1) = mesh.positions(1, 2) = 1;
    mesh.elements.resize(4, n);
    for (Eigen::Index e = 0; e < n; ++e) {
        const double h = heights[std::size_t(e)];
        mesh.positions(2, 3 + e) = h;
        mesh.elements.col(e) << 0, (h > 0 ? 1 : 2), (h > 0 ? 2 : 1), int(3 + e);
    }
    return mesh;
}

class GivenVolume final : public MeshSource {
public:
    explicit GivenVolume(VolumeMesh mesh) : MeshSource("given.veg", {}), mesh_(std::move(mesh)) {}

protected:
    MeshData generate() const override { return {mesh_, {}, {}}; }

private:
    VolumeMesh mesh_;
};

}  // namespace

TEST_CASE("overlaps: whole meshes have no duplicates, and each face has two sides") {
    for (const VolumeMesh& mesh : {test::tet_grid(3, 2, 2), to_tet10(test::tet_grid(2, 2, 2)),
                                   test::hex_grid(3, 2, 2), on_one_triangle({1, -1})}) {
        CHECK(duplicate_defect(mesh).empty());
        CHECK(overlap_warnings(mesh).empty());
    }
}

TEST_CASE("overlaps: an element that is listed twice is found in any order of its nodes") {
    const VolumeMesh grid = test::tet_grid(2, 2, 2);
    const Eigen::VectorXi seventh = grid.elements.col(7);
    CHECK(duplicate_defect(with_element(grid, seventh)) ==
          "1 of 49 elements have the nodes of another: 48 as 7 (counted from 0)");
    const Eigen::Vector4i turned(seventh[1], seventh[2], seventh[0], seventh[3]);
    CHECK_THAT(duplicate_defect(with_element(with_element(grid, turned), seventh)),
               Contains("2 of 50 elements have the nodes of another: 48 as 7, 49 as 7"));
    VolumeMesh cubes = test::hex_grid(2, 1, 1);
    CHECK_THAT(duplicate_defect(with_element(cubes, cubes.elements.col(1))), Contains("2 as 1"));
    VolumeMesh all = grid;
    all.elements.resize(4, 96);
    all.elements << grid.elements, grid.elements;
    CHECK_THAT(duplicate_defect(all),
               Contains("48 of 96 elements") &&
                   Contains("48 as 0, 49 as 1, 50 as 2, 51 as 3, 52 as 4, ... (counted"));
}

TEST_CASE("overlaps: two elements on one side of a face, or three on it, are a warning") {
    CHECK(overlap_warnings(on_one_triangle({1, 2})) ==
          std::vector<std::string>{"1 pairs of elements lie on the same side of a face that they "
                                   "share, and overlap: 0 and 1 (counted from 0)"});
    CHECK(overlap_warnings(on_one_triangle({1, -1, 3})) ==
          std::vector<std::string>{"1 faces belong to three or more elements, which overlap there: "
                                   "0, 1 and 2 (counted from 0)"});
    // A cube that shares its lower face with the grid's, and stands in the cube above it.
    VolumeMesh cubes = test::hex_grid(1, 1, 1);
    cubes.positions.conservativeResize(3, 12);
    cubes.positions.rightCols<4>() = cubes.positions.middleCols<4>(4);
    cubes.positions.rightCols<4>().row(2).array() += 1;
    Eigen::VectorXi second = cubes.elements.col(0);
    for (int a = 4; a < 8; ++a) second[a] += 4;
    CHECK_THAT(overlap_warnings(with_element(cubes, second)).at(0), Contains("0 and 1"));
}

TEST_CASE("mesh source: duplicates are refused with both numbers, overlaps are a warning") {
    VolumeMesh twice = with_element(test::one_tet(), test::one_tet().elements.col(0));
    try {
        GivenVolume(twice).load();
        FAIL("it was taken");
    } catch (const InputError& error) {
        const Diagnostic& d = error.diagnostics().front();
        CHECK(d.message ==
              "given.veg: 1 of 2 elements have the nodes of another: 1 as 0 (counted from 0)");
        CHECK(d.remedy == "keep one of each: mass and stiffness would count twice");
    }
    const MeshData data = GivenVolume(on_one_triangle({1, 2})).load();
    REQUIRE(data.warnings.size() == 1);
    CHECK_THAT(data.warnings[0], Contains("given.veg: 1 pairs of elements lie on the same side"));
}
