#include <catch2/catch.hpp>
#include <set>
#include <sinew/mechanics/model/system_results.hpp>
#include <sinew/mechanics/output/body_fields.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using output::FieldData;
using output::FrameData;
using output::On;

namespace {

const std::vector<output::OutputField> all_fields = {
    output::OutputField::displacement, output::OutputField::velocity, output::OutputField::reaction,
    output::OutputField::region, output::OutputField::mesh_arrays};

const FieldData& field_named(const FrameData& frame, output::OutputField field) {
    for (const FieldData& data : frame.fields)
        if (data.name == output::name_of(field)) return data;
    FAIL("no field " << output::name_of(field));
    return frame.fields.front();
}

}  // namespace

TEST_CASE("body fields: a body that is stepped shows its motion and reactions") {
    test::SceneBody scene(
        "    mesh: {type: box, size: [1, 1, 1], cells: [2, 1, 1], element: hex8}\n"
        "    material: {type: linear, young: 1 kPa, poisson: 0.25, density: 500}\n");
    Body& body = scene.body();
    BodySystem& system = scene.system();
    const SystemResults results(system);
    const Points u = 0.02 * body.mesh.positions;
    State state = system.initial();
    state.q = u.reshaped();
    state.v = 2 * state.q;
    const Vector reactions = test::noise(system.size());
    system.commit(state, 0, reactions);
    const FrameData frame =
        output::fields_of(body, &results, output::motion_of(body, &results), all_fields);
    CHECK((frame.points - body.mesh.positions - u).norm() < 1e-14);
    CHECK((field_named(frame, output::OutputField::displacement).values - u).norm() < 1e-14);
    CHECK((field_named(frame, output::OutputField::velocity).values - 2 * u).norm() < 1e-14);
    CHECK(field_named(frame, output::OutputField::reaction).values.reshaped() == reactions);
}

TEST_CASE("body fields: a body that nothing steps shows its initial motion, and no forces") {
    const test::NeoHookean material;
    Body body = test::body(test::box(ElementType::tet4, {1, 1, 1}, {1, 1, 1}), material);
    body.initial_displacement.setConstant(0.5);
    body.initial_velocity.setConstant(2);
    const FrameData frame =
        output::fields_of(body, nullptr, output::motion_of(body, nullptr), all_fields);
    REQUIRE(frame.fields.size() == 2);
    CHECK(field_named(frame, output::OutputField::displacement).values ==
          body.initial_displacement);
    CHECK(field_named(frame, output::OutputField::velocity).values == body.initial_velocity);
    CHECK(frame.integers.size() == 1);
}

TEST_CASE(
    "body fields: regions count from 1, the first set wins, and elements without one have 0") {
    const test::NeoHookean material;
    Body body = test::body(test::box(ElementType::tet4, {1, 1, 1}, {1, 1, 1}), material);
    body.mesh.element_sets = {{"a", {3, 1}}, {"b", {0, 1}}};
    body.mesh.node_arrays["heat"] = Eigen::RowVectorXd::LinSpaced(8, 0, 7);
    body.mesh.element_arrays["fibre"] = Eigen::MatrixXd::Random(3, 5);
    const FrameData frame =
        output::fields_of(body, nullptr, output::motion_of(body, nullptr),
                          {output::OutputField::region, output::OutputField::mesh_arrays});
    REQUIRE(frame.integers.size() == 1);
    CHECK(frame.integers[0].values == std::vector<int>{2, 1, 0, 1, 0});
    CHECK(frame.integers[0].meanings == std::vector<std::string>{"a", "b"});
    REQUIRE(frame.fields.size() == 2);
    CHECK(frame.fields[0].name == "heat");
    CHECK(frame.fields[0].on == On::points);
    CHECK(frame.fields[0].values == body.mesh.node_arrays["heat"]);
    CHECK(frame.fields[1].name == "fibre");
    CHECK(frame.fields[1].on == On::cells);
    CHECK(frame.fields[1].values == body.mesh.element_arrays["fibre"]);
}

TEST_CASE("body fields: the skin shows its own nodes, and on triangles what their elements have") {
    for (const ElementType type : {ElementType::tet4, ElementType::tet10, ElementType::hex8}) {
        INFO(name_of(type));
        const VolumeMesh mesh = test::box(type, {3, 3, 3}, {1, 2, 3});
        const Boundary skin = boundary(mesh);
        REQUIRE(Index(skin.nodes.size()) < mesh.n_nodes());
        FrameData all;
        all.time = 0.5;
        all.points = mesh.positions;
        all.fields = {{"node", "m", On::points, Eigen::RowVectorXd(mesh.n_nodes())},
                      {"element", "Pa", On::cells, Eigen::RowVectorXd(mesh.n_elements())}};
        for (FieldData& field : all.fields)
            for (Index i = 0; i < field.values.cols(); ++i) field.values(0, i) = double(i);
        all.integers = {{"number", On::cells, {}, {"one"}}};
        for (int e = 0; e < mesh.n_elements(); ++e) all.integers[0].values.push_back(e);

        const FrameData shown = output::on_skin(skin, all);
        const Eigen::MatrixXi triangles = skin_triangles(skin);
        CHECK(shown.time == 0.5);
        REQUIRE(shown.points.cols() == Index(skin.nodes.size()));
        REQUIRE(shown.fields.size() == 2);
        CHECK(shown.fields[0].unit == "m");
        CHECK(shown.fields[1].on == On::cells);
        CHECK(shown.integers[0].meanings == all.integers[0].meanings);
        REQUIRE(triangles.cols() == skin.triangles.cols());
        for (Index t = 0; t < triangles.cols(); ++t) {
            const int element = int(shown.fields[1].values(0, t));
            CHECK(shown.integers[0].values[std::size_t(t)] == element);
            for (int a = 0; a < 3; ++a) {
                const int node = int(shown.fields[0].values(0, triangles(a, t)));
                CHECK(node == skin.triangles(a, t));
                CHECK(shown.points.col(triangles(a, t)) == mesh.positions.col(node));
                CHECK((mesh.elements.col(element).array() == node).any());
            }
        }
    }
}

TEST_CASE("body fields: every field has a name of its own") {
    std::set<std::string> names;
    for (const output::OutputField field : all_fields) names.insert(output::name_of(field));
    CHECK(names.size() == all_fields.size());
    CHECK_FALSE(names.contains(""));
}
