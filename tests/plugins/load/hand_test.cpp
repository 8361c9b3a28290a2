#include <sinew/mechanics/load/hand.hpp>

#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

TEST_CASE("load/hand: it pulls what is grabbed, until that is let go") {
    SceneBody scene(box_of("hex8") + "    loads: [{type: hand}]\n");
    auto* hand = dynamic_cast<Hand*>(scene.node().graph().object(scene.node(), "loads", 0));
    REQUIRE(hand);
    CHECK(scene.loads().isZero(0));
    const Eigen::Vector3d at = scene.body().mesh.positions.col(5), up(0, 0, 0.5);
    CHECK(hand->grab(MaterialPoint::at_node(0, 5), 8, at + up) == 8);
    check_close(scene.loads().col(5), {0, 0, 4});
    check_close(scene.loads().rowwise().sum(), {0, 0, 4});
    const Vector rest = Vector::Zero(scene.system().size());
    CHECK(scene.system().energies(rest, rest).external == Approx(0.5 * 8 * 0.25));
    hand->move(at - up);
    check_close(scene.loads().col(5), {0, 0, -4});
    hand->release();
    CHECK(scene.loads().isZero(0));
}

TEST_CASE("load/hand: a stiffness of the scene's own goes before that of who grabs") {
    SceneBody scene(box_of("hex8") + "    loads: [{type: hand, stiffness: 2 N/m}]\n");
    auto* hand = dynamic_cast<Hand*>(scene.node().graph().object(scene.node(), "loads", 0));
    REQUIRE(hand);
    const Eigen::Vector3d at = scene.body().mesh.positions.col(0);
    CHECK(hand->grab(MaterialPoint::at_node(0, 0), 8, at + Eigen::Vector3d(1, 0, 0)) == 2);
    check_close(scene.loads().col(0), {2, 0, 0});
}
