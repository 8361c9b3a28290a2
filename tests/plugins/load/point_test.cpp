#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("load/point: a force is shared by its nodes, or given to each") {
    const std::string where = "where: {plane: {normal: [1, 0, 0], offset: 0}}";
    SceneBody total(box_of("hex8") + "    loads: [{type: point, " + where +
                    ", force: [0, 12, 0]}]\n");
    check_close(total.loads().rowwise().sum(), {0, 12, 0});
    SceneBody each(box_of("hex8") + "    loads: [{type: point, " + where +
                   ", force: [0, 12, 0], share: each}]\n");
    check_close(each.loads().rowwise().sum(), {0, 12 * 12, 0});
}

TEST_CASE("load/point: a force at a place has the force and the moment of one there") {
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

TEST_CASE("load/point: a force without a place, or with two, is refused") {
    CHECK_THROWS_WITH(SceneBody(box_of("tet4") + "    loads: [{type: point, force: [0, 0, 1]}]\n"),
                      Catch::Contains("needs one of `where` and `at`"));
}

TEST_CASE("load/point: a place outside the body is refused") {
    CHECK_THROWS_WITH(
        SceneBody(box_of("tet4") + "    loads: [{type: point, at: [9, 0, 0], force: [0, 0, 1]}]\n"),
        Catch::Contains("the load's point [9, 0, 0] is outside the body"));
}
