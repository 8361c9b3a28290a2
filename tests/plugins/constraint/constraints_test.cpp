#include <catch2/catch.hpp>
#include <support/bodies.hpp>
#include <support/scene_body.hpp>

using namespace sinew;
using test::box_of;
using test::SceneBody;

namespace {

const std::string left = "where: {plane: {normal: [1, 0, 0], offset: 0}}";  // 12 nodes

}  // namespace

TEST_CASE("fixed nodes stay where they start, in the axes named") {
    SceneBody scene(box_of("hex8") + "    initial: {displacement: [0.5, 0, 0]}\n" +
                    "    constraints: [{type: fixed, " + left + ", axes: [x, z]}]\n");
    const Prescribed& held = scene.system().prescribed();
    REQUIRE(held.coordinates.size() == 24);
    for (std::size_t k = 0; k < 24; ++k) {
        const Index axis = held.coordinates[k] % 3;
        CHECK(axis != 1);
        CHECK(held.q(Index(k)) == Approx(axis == 0 ? 0.5 : 0.0));
        CHECK(scene.body().mesh.positions(0, held.coordinates[k] / 3) == 0);
    }
}

TEST_CASE("prescribed nodes turn about their axis and are displaced, with the rates of that") {
    SceneBody scene(box_of("hex8") + "    constraints:\n      - {type: prescribed, " + left +
                    ",\n         displacement: {expr: [\"t^2\", \"0\", \"0\"]},\n"
                    "         rotate: {axis: [0, 0, 2], angle: {expr: \"0.5*t^2\"}, "
                    "center: [1, 0, 0]}}\n");
    BodySystem& system = scene.system();
    const double t = 0.7, h = 1e-4;
    const auto at = [&](double time) {
        system.move_to(time);
        return system.prescribed();
    };
    const Prescribed before = at(t - h), after = at(t + h), now = at(t);
    REQUIRE(now.coordinates.size() == 36);
    const Vector rate = (after.q - before.q) / (2 * h);
    const Vector acceleration = (after.q - 2 * now.q + before.q) / (h * h);
    CHECK((rate - now.v).norm() < 1e-6 * now.v.norm());
    CHECK((acceleration - now.a).norm() < 1e-5 * now.a.norm());
    const Eigen::Matrix3d R =
        Eigen::AngleAxisd(0.5 * t * t, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    const Eigen::Vector3d center(1, 0, 0);
    for (Index k = 0; k < 36; k += 3) {
        const Eigen::Vector3d X =
            scene.body().mesh.positions.col(now.coordinates[std::size_t(k)] / 3);
        const Eigen::Vector3d x = center + R * (X - center) + Eigen::Vector3d(t * t, 0, 0);
        CHECK((X + now.q.segment<3>(k) - x).norm() < 1e-12);
    }
}

TEST_CASE("prescribed motion seen from the node turns with it") {
    SceneBody scene(box_of("hex8") +
                    "    transform: {rotate: {axis: [0, 0, 1], angle: 90 deg}}\n"
                    "    constraints: [{type: prescribed, " +
                    left + ", displacement: [0.2, 0, 0], frame: node}]\n");
    const Prescribed& held = scene.system().prescribed();
    REQUIRE(held.coordinates.size() == 36);
    for (Index k = 0; k < 36; k += 3)
        CHECK((held.q.segment<3>(k) - Eigen::Vector3d(0, 0.2, 0)).norm() < 1e-14);
}

TEST_CASE("an axis without length is refused") {
    CHECK_THROWS_WITH(SceneBody(box_of("tet4") + "    constraints: [{type: prescribed, " + left +
                                ", rotate: {axis: [0, 0, 0], angle: 1}}]\n"),
                      Catch::Contains("has no length"));
}

TEST_CASE("initial motion gives the body momentum and spin about its centre of mass") {
    SceneBody scene(box_of("tet10") +
                    "    initial: {velocity: [1, 2, 3], angular_velocity: [0, 0, 4]}\n");
    BodySystem& system = scene.system();
    const State state = system.initial();
    Vector p;
    system.apply_mass(state.v, p);
    const Eigen::Vector3d momentum = p.reshaped(3, p.size() / 3).rowwise().sum();
    CHECK((momentum - 1000 * Eigen::Vector3d(1, 2, 3)).norm() < 1e-9);
    // Of a box: m/12 (a^2 + b^2) about z, and the motion of the centre.
    const double spin = 0.5 * 1000.0 / 12 * (1 + 4) * 16;
    CHECK(system.energies(state.q, state.v).kinetic == Approx(0.5 * 1000 * 14 + spin));
}
