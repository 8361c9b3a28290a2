/// `walls:` of a grid.
#pragma once

#include <optional>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/grid/walls.hpp>

namespace sinew {

template <>
struct EnumNames<WallKind> {
    static constexpr std::array names{
        std::pair{"no_slip", WallKind::no_slip},     std::pair{"free_slip", WallKind::free_slip},
        std::pair{"symmetric", WallKind::symmetric}, std::pair{"inflow", WallKind::inflow},
        std::pair{"outflow", WallKind::outflow},
    };
};

class BuildContext;

namespace eulerian {

/// Something for each of the six sides.
template <class T>
struct OfSides {
    std::optional<T> x_min, x_max, y_min, y_max, z_min, z_max;

    /// The six in the order of Walls.
    std::array<const std::optional<T>*, 6> sides() const {
        return {&x_min, &x_max, &y_min, &y_max, &z_min, &z_max};
    }
};

/// Names of the sides, in the order of Walls.
inline constexpr std::array<const char*, 6> side_names{"x_min", "x_max", "y_min",
                                                       "y_max", "z_min", "z_max"};

struct WallVelocities : OfSides<Varying<Eigen::Vector3d>> {
    using Side = WallVelocities;
    static constexpr const char* meaning = "Of the side, in the world's axes";
    static constexpr auto fields = std::tuple{
        field("x_min", &Side::x_min, unit::m_per_s, meaning),
        field("x_max", &Side::x_max, unit::m_per_s, meaning),
        field("y_min", &Side::y_min, unit::m_per_s, meaning),
        field("y_max", &Side::y_max, unit::m_per_s, meaning),
        field("z_min", &Side::z_min, unit::m_per_s, meaning),
        field("z_max", &Side::z_max, unit::m_per_s, meaning),
    };
};

struct WallParams : OfSides<WallKind> {
    WallKind all = WallKind::no_slip;
    WallVelocities velocity;

    using Side = WallParams;
    static constexpr const char* meaning = "This side; as `all` if absent";
    static constexpr auto fields = std::tuple{
        field("all", &WallParams::all,
              "The sides that have no entry of their own. no_slip: the fluid moves as the wall; "
              "free_slip: nothing passes, nothing resists along it; symmetric: the same, a plane "
              "of symmetry; inflow: fluid enters at the side's velocity; outflow: no pressure "
              "outside"),
        field("x_min", &Side::x_min, meaning),
        field("x_max", &Side::x_max, meaning),
        field("y_min", &Side::y_min, meaning),
        field("y_max", &Side::y_max, meaning),
        field("z_min", &Side::z_min, meaning),
        field("z_max", &Side::z_max, meaning),
        field("velocity", &WallParams::velocity,
              "Velocities of inflow, and of no_slip sides that move along themselves"),
    };

    /// The sides at time t [s].
    Walls at(double t) const;
    /// Sides through which fluid enters or leaves.
    std::array<bool, 6> open_sides() const;
    /// Sides that bodies do not run into: open ones, and planes of symmetry.
    std::array<bool, 6> passable_sides() const;
    /// True if no velocity changes in time.
    bool is_constant() const;
    /// InputErrors: inflow without a velocity or without outflow, a velocity of a side that takes
    /// none, or that leaves by an inflow, a wall that moves through itself.
    void check(const BuildContext& context) const;

private:
    std::array<WallKind, 6> kinds() const;
};

}  // namespace eulerian
}  // namespace sinew
