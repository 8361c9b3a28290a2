#include <catch2/catch.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using test::box_of;
using test::SceneBody;

namespace {

const std::string turned = "    transform: {rotate: {axis: [0, 0, 1], angle: 90 deg}}\n";

void check_close(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    INFO(a.transpose() << " against " << b.transpose());
    CHECK((a - b).norm() < 1e-10 * (1 + b.norm()));
}

/// About the origin.
Eigen::Vector3d moment(const Points& x, const Points& f) {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (Index i = 0; i < x.cols(); ++i) sum += x.col(i).cross(f.col(i));
    return sum;
}

}  // namespace

TEST_CASE("gravity weighs the body, at its centre of mass, for every element") {
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element) + "    loads: [{type: gravity}]\n");
        const Points f = scene.loads();
        const Eigen::Vector3d weight(0, 0, -9810);
        check_close(f.rowwise().sum(), weight);
        check_close(moment(scene.body().mesh.positions, f),
                    Eigen::Vector3d(0.5, 1, 0.25).cross(weight));
    }
}

TEST_CASE("gravity turns with the node if its frame is the node's") {
    SceneBody world(box_of("tet4") + turned +
                    "    loads: [{type: gravity, acceleration: [1, 0, 0]}]\n");
    check_close(world.loads().rowwise().sum(), {1000, 0, 0});
    SceneBody node(box_of("tet4") + turned +
                   "    loads: [{type: gravity, acceleration: [1, 0, 0], frame: node}]\n");
    check_close(node.loads().rowwise().sum(), {0, 1000, 0});
}

TEST_CASE("a body force acts on the volume and varies in time") {
    SceneBody scene(box_of("hex8") +
                    "    loads: [{type: body_force, force: {keyframes: "
                    "[[0, [0, 0, 0]], [1, [4, 0, 0]]]}}]\n");
    check_close(scene.loads(0.5).rowwise().sum(), {2, 0, 0});
}

TEST_CASE("a point load is shared by its nodes, or given to each") {
    const std::string where = "where: {plane: {normal: [1, 0, 0], offset: 0}}";
    SceneBody total(box_of("hex8") + "    loads: [{type: point, " + where +
                    ", force: [0, 12, 0]}]\n");
    check_close(total.loads().rowwise().sum(), {0, 12, 0});
    SceneBody each(box_of("hex8") + "    loads: [{type: point, " + where +
                   ", force: [0, 12, 0], share: each}]\n");
    check_close(each.loads().rowwise().sum(), {0, 12 * 12, 0});
}

TEST_CASE("a point load at a place has the force and the moment of one there") {
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element) +
                        "    loads: [{type: point, at: [0.3, 1.1, 0.2], force: [1, 2, 3]}]\n");
        const Points f = scene.loads();
        check_close(f.rowwise().sum(), {1, 2, 3});
        check_close(moment(scene.body().mesh.positions, f),
                    Eigen::Vector3d(0.3, 1.1, 0.2).cross(Eigen::Vector3d(1, 2, 3)));
    }
}

TEST_CASE("a point load without a place, or with two, is refused") {
    CHECK_THROWS_WITH(SceneBody(box_of("tet4") + "    loads: [{type: point, force: [0, 0, 1]}]\n"),
                      Catch::Contains("needs one of `where` and `at`"));
}

TEST_CASE("a traction sums to itself times the area, a total force to itself") {
    const std::string where = "where: {plane: {normal: [0, 0, 1], offset: 0.5}}";
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody traction(box_of(element) + "    loads: [{type: traction, " + where +
                           ", traction: [0, 0, 3]}]\n");
        check_close(traction.loads().rowwise().sum(), {0, 0, 6});
        check_close(moment(traction.body().mesh.positions, traction.loads()),
                    Eigen::Vector3d(0.5, 1, 0.5).cross(Eigen::Vector3d(0, 0, 6)));
        SceneBody force(box_of(element) + "    loads: [{type: traction, " + where +
                        ", force: [0, 5, 0]}]\n");
        check_close(force.loads().rowwise().sum(), {0, 5, 0});
    }
}

TEST_CASE("a load acts in its window only") {
    SceneBody scene(box_of("tet4") + "    loads: [{type: gravity, from: 1 s, until: 2 s}]\n");
    CHECK(scene.loads(0.5).norm() == 0);
    CHECK(scene.loads(1.5).norm() > 0);
    CHECK(scene.loads(2.5).norm() == 0);
}
