#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("load/body_force: it acts on the volume and varies in time") {
    SceneBody scene(box_of("hex8") +
                    "    loads: [{type: body_force, force: {keyframes: "
                    "[[0, [0, 0, 0]], [1, [4, 0, 0]]]}}]\n");
    check_close(scene.loads(0.5).rowwise().sum(), {2, 0, 0});
}

TEST_CASE("load/body_force: it acts at the centre of volume, whatever the element") {
    for (const char* element : {"tet4", "tet10", "hex8"}) {
        INFO(element);
        SceneBody scene(box_of(element) + "    loads: [{type: body_force, force: [1, 2, 3]}]\n");
        const Points f = scene.loads();
        check_close(f.rowwise().sum(), {1, 2, 3});  // of 1 m^3
        check_close(moment(scene.body().mesh.positions, f),
                    Eigen::Vector3d(0.5, 1, 0.25).cross(Eigen::Vector3d(1, 2, 3)));
    }
}

TEST_CASE("load/body_force: it turns with the node if its frame is the node's") {
    SceneBody scene(box_of("tet4") + turned +
                    "    loads: [{type: body_force, force: [5, 0, 0], frame: node}]\n");
    check_close(scene.loads().rowwise().sum(), {0, 5, 0});
}

TEST_CASE("load/body_force: it does not follow the deformation") {
    SceneBody scene(box_of("hex8") + "    loads: [{type: body_force, force: [1, 2, 3]}]\n");
    const Vector q = 0.05 * noise(scene.system().size());
    CHECK((scene.loads_at(q) - scene.loads()).norm() < 1e-14);
}
