// What a probe's targets are made of.
#include "probe/target.hpp"

#include <catch2/catch.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using probe::Target;

namespace {

class Bar {
public:
    const Body& body() { return scene_.body(); }
    const NodalRecovery& recovery() { return recovery_; }
    BuildContext& context() { return context_; }

private:
    test::SceneBody scene_{
        "    mesh: {type: box, size: [2, 1, 1], cells: [2, 1, 1], element: hex8}\n"
        "    transform: {translate: [0, 0, 5]}\n"
        "    material: {type: linear, young: 1 kPa, poisson: 0.25}\n"};
    NodalRecovery recovery_{scene_.body()};
    BuildContext context_{scene_.node().graph(), scene_.node(), "output/probe", {}};
};

double sum_of_weights(const Target& target) {
    double sum = 0;
    for (const auto& [corner, weight] : target.corners) sum += weight;
    return sum;
}

}  // namespace

TEST_CASE("probe target: a point is given in the node's frame, and carried by its element") {
    Bar bar;
    const Target target =
        probe::target_at({0.5, 0.25, 0.75}, 0, 1, bar.body(), &bar.recovery(), bar.context());
    CHECK(target.label.empty());
    CHECK((target.rest - Eigen::Vector3d(0.5, 0.25, 5.75)).norm() < 1e-12);
    CHECK(target.corners.size() == 8);
    CHECK(sum_of_weights(target) == Approx(1));
    CHECK(probe::target_at({0.5, 0.5, 0.5}, 1, 2, bar.body(), nullptr, bar.context()).label ==
          "1 ");
    CHECK(probe::target_at({0.5, 0.5, 0.5}, 1, 2, bar.body(), nullptr, bar.context())
              .corners.empty());
    CHECK_THROWS_WITH(probe::target_at({2.5, 0, 0}, 0, 1, bar.body(), nullptr, bar.context()),
                      Catch::Contains("[2.5, 0, 0] is outside the body"));
}

TEST_CASE("probe target: nodes and elements must be there") {
    Bar bar;
    const Target node = probe::target_of_node(3, bar.body(), &bar.recovery(), bar.context());
    CHECK(node.nodes == std::vector<int>{3});
    CHECK(node.rest == bar.body().mesh.positions.col(3));
    CHECK(sum_of_weights(node) == Approx(1));
    CHECK_THROWS_WITH(probe::target_of_node(12, bar.body(), nullptr, bar.context()),
                      Catch::Contains("the body has 12 nodes"));
    CHECK(probe::target_of_element(1, bar.body(), bar.context()).elements == std::vector<int>{1});
    CHECK_THROWS_WITH(probe::target_of_element(2, bar.body(), bar.context()),
                      Catch::Contains("the body has 2 elements"));
}

TEST_CASE("probe target: a region rests at the mean of its nodes, and has elements for strains") {
    Bar bar;
    const Target moving = probe::target_of_region(Selection::everything(), bar.body(), false);
    CHECK(moving.nodes.size() == 12);
    CHECK((moving.rest - Eigen::Vector3d(1, 0.5, 5.5)).norm() < 1e-12);
    CHECK(moving.elements.empty());
    CHECK(probe::target_of_region(Selection::everything(), bar.body(), true).elements ==
          std::vector<int>{0, 1});
}
