#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("load/traction: it sums to itself times the area, a total force to itself") {
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

TEST_CASE("load/traction: it turns with the node if its frame is the node's, and varies in time") {
    SceneBody scene(box_of("hex8") + turned +
                    "    loads: [{type: traction, where: {plane: {normal: [0, 0, 1], offset: "
                    "0.5}}, traction: {expr: [\"2*t\", \"0\", \"0\"]}, frame: node}]\n");
    check_close(scene.loads(0).rowwise().sum(), {0, 0, 0});
    check_close(scene.loads(1.5).rowwise().sum(), {0, 6, 0});
}

TEST_CASE("load/traction: neither or both of traction and force is refused") {
    const std::string where = "where: {plane: {normal: [0, 0, 1], offset: 0.5}}";
    CHECK_THROWS_WITH(SceneBody(box_of("tet4") + "    loads: [{type: traction, " + where + "}]\n"),
                      Catch::Contains("traction") && Catch::Contains("force"));
    CHECK_THROWS_WITH(SceneBody(box_of("tet4") + "    loads: [{type: traction, " + where +
                                ", traction: [0, 0, 1], force: [0, 0, 1]}]\n"),
                      Catch::Contains("traction") && Catch::Contains("force"));
}
