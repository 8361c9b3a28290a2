#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("load/gravity: it weighs the body, at its centre of mass, for every element") {
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

TEST_CASE("load/gravity: it turns with the node if its frame is the node's") {
    SceneBody world(box_of("tet4") + turned +
                    "    loads: [{type: gravity, acceleration: [1, 0, 0]}]\n");
    check_close(world.loads().rowwise().sum(), {1000, 0, 0});
    SceneBody node(box_of("tet4") + turned +
                   "    loads: [{type: gravity, acceleration: [1, 0, 0], frame: node}]\n");
    check_close(node.loads().rowwise().sum(), {0, 1000, 0});
}

TEST_CASE("load/gravity: it acts in its window only") {
    SceneBody scene(box_of("tet4") + "    loads: [{type: gravity, from: 1 s, until: 2 s}]\n");
    CHECK(scene.loads(0.5).norm() == 0);
    CHECK(scene.loads(1.5).norm() > 0);
    CHECK(scene.loads(2.5).norm() == 0);
}
