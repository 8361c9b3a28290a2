#include "wall_params.hpp"

#include <fmt/format.h>

#include <sinew/kernel/graph/build_context.hpp>

namespace sinew::eulerian {

std::array<WallKind, 6> WallParams::kinds() const {
    std::array<WallKind, 6> kinds;
    for (std::size_t side = 0; side < 6; ++side) kinds[side] = sides()[side]->value_or(all);
    return kinds;
}

Walls WallParams::at(double t) const {
    Walls walls;
    for (std::size_t side = 0; side < 6; ++side) {
        walls[side].kind = kinds()[side];
        if (const auto& given = *velocity.sides()[side]) walls[side].velocity = given->at(t);
    }
    return walls;
}

std::array<bool, 6> WallParams::open_sides() const {
    std::array<bool, 6> open;
    for (std::size_t side = 0; side < 6; ++side)
        open[side] = kinds()[side] == WallKind::inflow || kinds()[side] == WallKind::outflow;
    return open;
}

std::array<bool, 6> WallParams::passable_sides() const {
    std::array<bool, 6> passable = open_sides();
    for (std::size_t side = 0; side < 6; ++side)
        passable[side] = passable[side] || kinds()[side] == WallKind::symmetric;
    return passable;
}

bool WallParams::is_constant() const {
    for (const auto* given : velocity.sides())
        if (*given && !(*given)->is_constant()) return false;
    return true;
}

void WallParams::check(const BuildContext& context) const {
    bool flows_in = false, flows_out = false;
    for (std::size_t side = 0; side < 6; ++side) {
        const WallKind kind = kinds()[side];
        const auto& given = *velocity.sides()[side];
        const std::string name = side_names[side];
        const SourceMark where = context.at("walls.velocity." + name);
        flows_in = flows_in || kind == WallKind::inflow;
        flows_out = flows_out || kind == WallKind::outflow;
        if (kind == WallKind::inflow && !given)
            context.fail(context.at("walls." + name),
                         fmt::format("fluid enters at {}, and no velocity says how fast", name),
                         fmt::format("give walls.velocity.{0}: [1, 0, 0], say", name));
        if (given && kind != WallKind::inflow && kind != WallKind::no_slip)
            context.fail(where,
                         fmt::format("{} has a velocity, but is neither inflow nor no_slip", name),
                         "leave the velocity out, or make the side inflow or no_slip");
        const double normal = given ? given->at(0)[Index(side / 2)] : 0;
        if (kind == WallKind::no_slip && normal != 0)
            context.fail(where, fmt::format("the wall {} moves through itself", name),
                         "let it move along itself, or make the side inflow");
        if (kind == WallKind::inflow && normal * (side % 2 == 0 ? 1 : -1) < 0)
            context.fail(where, fmt::format("fluid leaves through {}, which is inflow", name),
                         "turn the velocity, or make the side outflow");
    }
    if (flows_in && !flows_out)
        context.fail(context.at("walls"), "fluid enters, and none can leave",
                     "make a side outflow, as in walls: {x_max: outflow}");
}

}  // namespace sinew::eulerian
