#include "load_support.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const std::string whole_end =
    "    loads: [{type: pull, where: {plane: {normal: [1, 0, 0], offset: 1}}, stiffness: 6, "
    "target: [1, 1, 0.25]}]\n";

double external_energy(SceneBody& scene, const Vector& q) {
    return scene.system().energies(q, Vector::Zero(q.size())).external;
}

}  // namespace

TEST_CASE("load/pull: nodes whose mean is at the target feel nothing") {
    SceneBody scene(box_of("hex8") + whole_end);
    CHECK(scene.loads().cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE("load/pull: the force is stiffness times the way to the target") {
    for (const char* where : {"where: {plane: {normal: [1, 0, 0], offset: 1}}", "at: [1, 1, 0.25]",
                              "at: [0.4, 0.7, 0.1]"}) {
        INFO(where);
        SceneBody scene(box_of("tet4") + "    loads: [{type: pull, " + where +
                        ", stiffness: 6, target: {keyframes: [[0, [1, 1, 0.25]], [1, [3, 1, "
                        "0.25]]]}}]\n");
        const Eigen::Vector3d difference =
            scene.loads(0.5).rowwise().sum() - scene.loads(0).rowwise().sum();
        check_close(difference, {6, 0, 0});
    }
}

TEST_CASE("load/pull: the target is in the node's frame") {
    SceneBody scene(box_of("hex8") + turned +
                    "    loads: [{type: pull, at: [1, 0, 0], stiffness: 2, target: [4, 0, 0]}]\n");
    check_close(scene.loads().rowwise().sum(), {0, 6, 0});
}

TEST_CASE("load/pull: the force is minus the gradient of its energy, to second order") {
    SceneBody scene(box_of("tet10") + whole_end);
    const Index n = scene.system().size();
    const Vector q = 0.05 * noise(n), d = noise(n, 2);
    const double slope = -d.dot(Vector(scene.loads_at(q).reshaped()));
    const double h = 1e-2;  // the energy is quadratic: a central difference is exact
    const double difference =
        (external_energy(scene, q + h * d) - external_energy(scene, q - h * d)) / (2 * h);
    CHECK(difference == Approx(slope).epsilon(1e-9));
}

TEST_CASE("load/pull: its stiffness is that of the spring, and symmetric") {
    SceneBody scene(box_of("hex8") + whole_end), bare(box_of("hex8"));
    const Index n = scene.system().size();
    const Vector q = 0.02 * noise(n), v = Vector::Zero(n), d = 0.02 * noise(n, 2);
    Vector with, without;
    const Tangent& tangent = scene.system().tangent(q, v, {0, 0, 1}, Definiteness::exact, nullptr);
    CHECK(tangent.symmetric());
    tangent.apply(d, with);
    bare.system().tangent(q, v, {0, 0, 1}, Definiteness::exact, nullptr).apply(d, without);
    const Vector product = -(scene.loads_at(q + d) - scene.loads_at(q)).reshaped();
    CHECK((with - without - product).norm() < 1e-9 * with.norm());
    CHECK(scene.system().conservative());
}

TEST_CASE("load/pull: what it pulls must be given, once") {
    CHECK_THROWS_WITH(
        SceneBody(box_of("tet4") + "    loads: [{type: pull, stiffness: 1, target: [0, 0, 1]}]\n"),
        Catch::Contains("load/pull needs one of `where` and `at`"));
    CHECK_THROWS_WITH(SceneBody(box_of("tet4") + "    loads: [{type: pull, at: [9, 0, 0], "
                                                 "stiffness: 1, target: [0, 0, 1]}]\n"),
                      Catch::Contains("the load's point [9, 0, 0] is outside the body"));
}
