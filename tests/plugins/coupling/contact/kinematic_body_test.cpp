#include "contact/kinematic_body.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/assembly/displacement_forces.hpp>
#include <sinew/mechanics/composite/composite_system.hpp>
#include <sinew/mechanics/full_space/full_space_system.hpp>
#include <support/bodies.hpp>

using namespace sinew;

namespace {

/// A point that moves along x at 2 m/s.
KinematicBody hand() {
    return {"/hand", Points::Zero(3, 1), [](double t, Points& x, Points& v) {
                x = Points::Zero(3, 1);
                x(0, 0) = 2 * t;
                v = Points::Zero(3, 1);
                v(0, 0) = 2;
            }};
}

}  // namespace

TEST_CASE("kinematic body: its nodes are where its motion says, and prescribed") {
    KinematicBody body = hand();
    body.move_to(0.5);
    const Prescribed& prescribed = body.prescribed();
    REQUIRE(prescribed.dofs == std::vector<Index>{0, 1, 2});
    CHECK(prescribed.q == Eigen::Vector3d(1, 0, 0));
    CHECK(prescribed.v == Eigen::Vector3d(2, 0, 0));
}

TEST_CASE("kinematic body: it reports nothing, and is left out of lists of bodies") {
    KinematicBody obstacle = hand();
    CHECK(report_entries({&obstacle}) == nlohmann::json::array());
    const test::NeoHookean material;
    Body body = test::body(test::box(ElementType::tet4, {1, 1, 1}, {1, 1, 1}), material);
    FullSpaceSystem beam(body, {}, displacement_forces(body.mesh, material));
    const nlohmann::json entries = report_entries({&obstacle, &beam});
    REQUIRE(entries.size() == 1);
    CHECK(entries[0]["node"] == "/body");
}
