#include <catch2/catch.hpp>
#include <sinew/mechanics/mesh/boundary.hpp>
#include <sinew/mechanics/selection/selection.hpp>
#include <support/meshes.hpp>

using namespace sinew;

namespace {

const FieldInfo where{"where", unit::one, any_number, "a region", true};

struct Reading {
    Selection selection;
    Diagnostics diagnostics;
    bool ok = false;
};

/// `text` is the value of `where:`.
Reading read(const std::string& text) {
    Reading reading;
    const Value scene = parse_scene("sinew: 1\nwhere: " + text + "\n", "test.yaml");
    ReadContext context{reading.diagnostics};
    reading.ok =
        ParamType<Selection>::read(*scene.find("where"), where, context, reading.selection);
    return reading;
}

/// 3 x 2 x 1 cubes of edge 1, with sets and arrays.
VolumeMesh grid() {
    VolumeMesh mesh = test::hex_grid(3, 2, 1);
    mesh.node_sets["corner"] = {0, 11};
    mesh.element_sets["first"] = {0};
    mesh.node_arrays["x"] = mesh.positions.row(0);
    mesh.element_arrays["tag"] = Eigen::RowVectorXd::LinSpaced(6, 0, 5);
    mesh.node_arrays["place"] = mesh.positions;
    return mesh;
}

std::vector<int> nodes(const std::string& text, const VolumeMesh& mesh = grid()) {
    const Reading reading = read(text);
    REQUIRE(reading.ok);
    return reading.selection.nodes(mesh, boundary(mesh));
}
std::vector<int> elements(const std::string& text, const VolumeMesh& mesh = grid()) {
    const Reading reading = read(text);
    REQUIRE(reading.ok);
    return reading.selection.elements(mesh, boundary(mesh));
}

/// What somebody reads who wrote `text`.
std::string reading_error(const std::string& text) {
    const Reading reading = read(text);
    CHECK_FALSE(reading.ok);
    REQUIRE(reading.diagnostics.n_errors() > 0);
    const Diagnostic& d = reading.diagnostics.all().front();
    return d.remedy.empty() ? d.message : d.message + " | " + d.remedy;
}
Diagnostic selecting_error(const std::string& text) {
    try {
        nodes(text);
    } catch (const InputError& error) {
        return error.diagnostics().front();
    }
    FAIL("nothing was thrown for " << text);
    return {};
}

}  // namespace

TEST_CASE("selection: shapes take the nodes inside them and on their border") {
    CHECK(nodes("{box: {min: [0, 0, 0], max: [1, 0, 0]}}") == std::vector{0, 1});
    CHECK(nodes("{box: {min: [0, 0, 0], max: [100 cm, 0, 0]}}") == std::vector{0, 1});
    CHECK(nodes("{sphere: {center: [0, 0, 0], radius: 1}}") == std::vector{0, 1, 4, 12});
    CHECK(nodes("{cylinder: {from: [0, 0, 0], to: [2, 0, 0], radius: 0.5}}") ==
          std::vector{0, 1, 2});
    CHECK(nodes("{cylinder: {from: [-1, 0, 0], to: [0.5, 0, 0], radius: 1}}") ==
          std::vector{0, 4, 12});
    CHECK(nodes("{capsule: {from: [-1, 0, 0], to: [0.5, 0, 0], radius: 0.6}}") ==
          std::vector{0, 1});
    CHECK(nodes("{capsule: {from: [0, 0, 0], to: [1, 0, 0], radius: 1}}") ==
          std::vector{0, 1, 2, 4, 5, 12, 13});
    CHECK_FALSE(read("{capsule: {from: [1, 0, 0], to: [1, 0, 0], radius: 1}}").ok);
    CHECK(nodes("{plane: {normal: [2, 0, 0], offset: 3}}") == std::vector{3, 7, 11, 15, 19, 23});
    CHECK(nodes("{half_space: {normal: [1, 1, 1]}}") == std::vector{0});
    CHECK(nodes("{extent: {axis: x, from: 0.9}}") == std::vector{3, 7, 11, 15, 19, 23});
    CHECK(nodes("all").size() == 24);
}

TEST_CASE("selection: the tolerance is a millionth of the diagonal unless it is given") {
    CHECK(nodes("{plane: {normal: [1, 0, 0], offset: 3.000001}}").size() == 6);
    CHECK_THROWS_AS(nodes("{plane: {normal: [1, 0, 0], offset: 3.0001}}"), InputError);
    CHECK(nodes("{plane: {normal: [1, 0, 0], offset: 3.0001, tolerance: 1 mm}}").size() == 6);
    CHECK(nodes("{sphere: {center: [0, 0, 0], radius: 0.5, tolerance: 0.5}}").size() == 4);
}

TEST_CASE("selection: sets, arrays and lists of the mesh") {
    CHECK(nodes("{set: corner}") == std::vector{0, 11});
    CHECK(nodes("{set: first}") == std::vector{0, 1, 4, 5, 12, 13, 16, 17});
    CHECK(elements("{set: first}") == std::vector{0});
    CHECK(elements("{array: tag, equals: 3}") == std::vector{3});
    CHECK(elements("{array: tag, from: 3.5}") == std::vector{4, 5});
    CHECK(nodes("{array: x, to: 0}") == std::vector{0, 4, 8, 12, 16, 20});
    CHECK(nodes("{nodes: [7, 3]}") == std::vector{3, 7});
    CHECK(elements("{elements: [5, 2]}") == std::vector{2, 5});
    CHECK(nodes("{elements: [0]}") == nodes("{set: first}"));
}

TEST_CASE("selection: the boundary and what is not on it") {
    const VolumeMesh mesh = test::hex_grid(3, 3, 3);
    CHECK(nodes("{boundary: true}", mesh).size() == 64 - 8);
    CHECK(nodes("{not: {boundary: true}}", mesh) == std::vector{21, 22, 25, 26, 37, 38, 41, 42});
}

TEST_CASE("selection: combinations") {
    const std::string left = "{extent: {axis: x, to: 0.34}}", low = "{extent: {axis: y, to: 0.6}}";
    CHECK(nodes("{all_of: [" + left + ", " + low + "]}") ==
          std::vector{0, 1, 4, 5, 12, 13, 16, 17});
    CHECK(nodes("{any_of: [" + left + ", " + low + "]}").size() == 12 + 8);
    CHECK(nodes("{not: {any_of: [" + left + ", " + low + "]}}") == std::vector{10, 11, 22, 23});
}

TEST_CASE("selection: elements need all their nodes, unless the selection speaks of elements") {
    // Together the parts hold all nodes, and so every element.
    CHECK(elements("{any_of: [{extent: {axis: x, to: 0.34}}, {extent: {axis: x, from: 0.6}}]}")
              .size() == 6);
    CHECK(elements("{not: {elements: [0, 1, 2, 3]}}") == std::vector{4, 5});
    CHECK(elements("{all_of: [{extent: {axis: x, to: 0.7}}, {not: {set: first}}]}") ==
          std::vector{1, 3, 4});
}

TEST_CASE("selection: faces of the skin need all their nodes") {
    const VolumeMesh mesh = grid();
    const Boundary skin = boundary(mesh);
    const Reading reading = read("{plane: {normal: [1, 0, 0], offset: 3}}");
    const std::vector<int> faces = reading.selection.faces(mesh, skin);
    REQUIRE(faces.size() == 2);
    for (const int f : faces)
        for (const int node : skin.faces[static_cast<std::size_t>(f)])
            CHECK(mesh.positions(0, node) == 3);
}

TEST_CASE("selection: everything() is every node") {
    const VolumeMesh mesh = grid();
    CHECK(Selection::everything().nodes(mesh, boundary(mesh)).size() == 24);
    CHECK(Selection().empty());
}

TEST_CASE("selection: an empty one says where the mesh is and what sets it has") {
    const Diagnostic d = selecting_error("{sphere: {center: [9, 9, 9], radius: 1}}");
    CHECK(d.message == "no node of the mesh is in {sphere: {center: [9, 9, 9], radius: 1}}");
    CHECK(d.remedy ==
          "the mesh fills [0, 0, 0] to [3, 2, 1] m in its node's frame; node sets: corner (2); "
          "element sets: first (1)");
    CHECK(d.where.line == 2);
    CHECK(d.where.column == 8);
}

TEST_CASE("selection: sets and arrays that are not there, and numbers out of range") {
    Diagnostic d = selecting_error("{set: cornr}");
    CHECK(d.message == "the mesh has no set 'cornr'");
    CHECK(d.remedy == "did you mean 'corner'? its sets: corner, first");
    d = selecting_error("{array: pressure, equals: 1}");
    CHECK(d.message == "the mesh has no array 'pressure'");
    CHECK(d.remedy == "its arrays: place, tag, x");
    d = selecting_error("{array: place, equals: 1}");
    CHECK(d.message == "the array 'place' has 3 components");
    d = selecting_error("{nodes: [3, 24]}");
    CHECK(d.message == "the mesh has no node 24");
    CHECK(d.remedy == "its nodes are 0 to 23");
    d = selecting_error("{elements: [6]}");
    CHECK(d.message == "the mesh has no element 6");
}

TEST_CASE("selection: what cannot be read is explained") {
    CHECK(reading_error("{plan: {normal: [1, 0, 0]}}") ==
          "where: there is no selection 'plan'; did you mean 'plane'? | for example {plane: "
          "{normal: [1, 0, 0], offset: 0}}, {set: grip} or all");
    CHECK(reading_error("{set: a, boundary: true}") ==
          "where: expected a selection with one key, got 2 keys | combine selections by {all_of: "
          "[...]} or {any_of: [...]}");
    CHECK(reading_error("{plane: {normal: [0, 0, 0]}}") == "plane: the normal must not be zero");
    CHECK(reading_error("{box: {min: [1, 0, 0], max: [0, 1, 1]}}") ==
          "box: min must not be above max");
    CHECK(reading_error("{boundary: false}") ==
          "boundary: only true is meaningful | write {not: {boundary: true}} for the inside");
    CHECK(reading_error("{any_of: []}") ==
          "any_of: expected a list of selections, got an empty list | write any_of: [{...}, "
          "{...}]");
    CHECK(reading_error("{array: x}") == "array: write equals, or from and to, or one of these");
    CHECK_FALSE(read("everywhere").ok);
    CHECK_FALSE(read("[1, 2]").ok);
    CHECK_FALSE(read("{sphere: {center: [0, 0, 0], radius: 3 s}}").ok);
    CHECK_FALSE(read("{all_of: [{set: a}, {sett: b}]}").ok);
    CHECK_FALSE(read("{nodes: [-1]}").ok);
}
