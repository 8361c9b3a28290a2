#include <catch2/catch.hpp>
#include <sinew/mechanics/grid/net_flux.hpp>
#include <sinew/mechanics/grid/walls.hpp>

#include "grid_fields.hpp"

using namespace sinew;
using namespace sinew::test;

namespace {

const Grid channel{{0, 0, 0}, 0.25, {8, 4, 4}};

/// Walls that slip along a channel that fluid enters at x_min.
Walls flow(WallKind at_end) {
    Walls walls;
    for (Wall& wall : walls) wall.kind = WallKind::free_slip;
    walls[0] = {WallKind::inflow, {2, 0, 0}};
    walls[1].kind = at_end;
    return walls;
}

/// Prescribes the velocity in a slice of the channel.
void fill(NodeConditions& conditions, double from, double to, const Eigen::Vector3d& velocity) {
    each_place(channel.nodes(), [&](Index node, const Eigen::Vector3d& x) {
        if (x[0] >= from && x[0] <= to)
            for (int axis = 0; axis < 3; ++axis)
                if (!conditions.is_prescribed(node, axis))
                    conditions.prescribe(node, axis, velocity[axis]);
    });
}

}  // namespace

TEST_CASE("net flux: fluid that enters must leave, through a side that it reaches") {
    CHECK_FALSE(unbalanced_region(channel, conditions_of(flow(WallKind::outflow), channel)));
    CHECK(has_open_side(channel, conditions_of(flow(WallKind::outflow), channel)));
    CHECK_FALSE(has_open_side(channel, conditions_of(flow(WallKind::no_slip), channel)));
    const auto closed = unbalanced_region(channel, conditions_of(flow(WallKind::no_slip), channel));
    REQUIRE(closed);
    CHECK(closed->flux == Approx(-2 * 1 * 1));  // its area is 1 m^2
    CHECK(closed->position.x() < 0.25);
    // An obstacle across the channel cuts it in two, of which one is closed.
    NodeConditions blocked = conditions_of(flow(WallKind::outflow), channel);
    fill(blocked, 0.9, 1.1, {0, 0, 0});
    const auto before = unbalanced_region(channel, blocked);
    REQUIRE(before);
    CHECK(before->flux == Approx(-2));
    // One that moves with the flow does not.
    NodeConditions carried = conditions_of(flow(WallKind::outflow), channel);
    fill(carried, 0.9, 1.1, {2, 0, 0});
    CHECK_FALSE(unbalanced_region(channel, carried));
}

TEST_CASE("net flux: an obstacle on the inlet, whose cells have no free node, is found") {
    NodeConditions conditions = conditions_of(flow(WallKind::outflow), channel);
    fill(conditions, 0.2, 0.3, {0, 0, 0});
    const auto found = unbalanced_region(channel, conditions);
    REQUIRE(found);
    CHECK(found->flux < 0);
    CHECK(found->position.x() == Approx(0.125));
}
