#include "exodus/layout.hpp"

#include <catch2/catch.hpp>
#include <support/bodies.hpp>

using namespace sinew;
using output::On;

namespace {

std::vector<std::string> all_names(const std::vector<exodus::Variable>& variables) {
    std::vector<std::string> names;
    for (const exodus::Variable& variable : variables) names.push_back(variable.name);
    return names;
}

}  // namespace

TEST_CASE("exodus layout: an element is in the block of the smallest set that holds it") {
    VolumeMesh mesh = test::box(ElementType::hex8, {5, 1, 1}, {1, 1, 1});
    CHECK(exodus::order_of(exodus::blocks_of(mesh, "beam")) == std::vector{0, 1, 2, 3, 4});
    CHECK(exodus::blocks_of(mesh, "beam")[0].name == "beam");
    mesh.element_sets = {{"all but two", {0, 1, 4}}, {"b", {4, 1}}, {"c", {1}}, {"same as c", {1}}};
    const std::vector<exodus::Block> blocks = exodus::blocks_of(mesh, "beam");
    REQUIRE(blocks.size() == 4);  // an empty block would have no type
    CHECK((blocks[0].name == "all but two" && blocks[0].elements == std::vector{0}));
    CHECK((blocks[1].name == "b" && blocks[1].elements == std::vector{4}));
    CHECK((blocks[2].name == "c" && blocks[2].elements == std::vector{1}));
    CHECK((blocks[3].name == "beam" && blocks[3].elements == std::vector{2, 3}));
    CHECK(exodus::order_of(blocks) == std::vector{0, 4, 1, 2, 3});
}

TEST_CASE("exodus layout: a side set has the faces of the skin whose nodes are all in the set") {
    VolumeMesh mesh = test::box(ElementType::hex8, {2, 1, 1}, {2, 1, 1});
    for (int i = 0; i < int(mesh.n_nodes()); ++i)
        if (mesh.positions(2, i) == 0) mesh.node_sets["floor"].push_back(i);
    mesh.node_sets["edge"] = {0, 1, 2};
    const std::vector<exodus::SideSet> sets = exodus::side_sets_of(mesh, boundary(mesh));
    REQUIRE(sets.size() == 1);
    CHECK(sets[0].name == "floor");
    CHECK(sets[0].elements == std::vector{0, 1});
    CHECK(sets[0].sides == std::vector{5, 5});  // nodes 1 4 3 2, as Exodus counts
}

TEST_CASE("exodus layout: the name that two variables have is found") {
    CHECK(exodus::name_of_two({"a", "b", "c"}).empty());
    CHECK(exodus::name_of_two({"a", "b", "c", "b", "a"}) == "b");
}

TEST_CASE("exodus layout: components have the endings by which readers join them") {
    output::FrameData frame;
    const Eigen::MatrixXd numbers = test::noise(18).reshaped(6, 3);
    frame.fields = {
        {"displacement", "m", On::points, numbers.topRows(3), {"x", "y", "z"}},
        {"mean_cauchy_stress", "Pa", On::cells, numbers, {"xx", "yy", "zz", "xy", "yz", "xz"}},
        {"von_mises", "Pa", On::points, numbers.topRows(1)},
        {"of_the_mesh", "", On::points, numbers.topRows(2)}};
    frame.integers = {{"region", On::cells, {2, 0, 1}, {}}};
    const std::vector<exodus::Variable> variables = exodus::variables_of(frame);
    CHECK(all_names(variables) ==
          std::vector<std::string>{
              "disp_x", "disp_y", "disp_z", "mean_cauchy_stress_xx", "mean_cauchy_stress_yy",
              "mean_cauchy_stress_zz", "mean_cauchy_stress_xy", "mean_cauchy_stress_yz",
              "mean_cauchy_stress_xz", "von_mises", "of_the_mesh_1", "of_the_mesh_2", "region"});
    CHECK(variables[1].values == numbers.row(1).transpose());
    CHECK(variables[12].values == Eigen::Vector3d(2, 0, 1));
    CHECK(exodus::names_of(variables, On::points).size() == 6);
    CHECK(exodus::names_of(variables, On::cells).back() == "region");
    CHECK(exodus::units_of(frame) ==
          std::vector<std::string>{"disp in m", "mean_cauchy_stress in Pa", "von_mises in Pa"});
}
