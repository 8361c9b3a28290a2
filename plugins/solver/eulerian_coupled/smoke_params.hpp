/// `smoke:` of a grid: what there is at the start, what comes from sources, what drives it.
#pragma once

#include <optional>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/grid/node_conditions.hpp>
#include <sinew/mechanics/grid/smoke.hpp>
#include <sinew/mechanics/shape/shape.hpp>
#include <sinew/mechanics/system/active_window.hpp>

namespace sinew::eulerian {

inline constexpr Unit kelvin{{{0, 0, 0, 0, 1}}, "K"}, per_kelvin{{{0, 0, 0, 0, -1}}, "1/K"};

/// Smoke in a shape at the start.
struct SmokeCloud {
    Shape shape;
    std::optional<double> density, temperature;
    static constexpr auto fields = std::tuple{
        field("shape", &SmokeCloud::shape, "Where it is, in the world").required(),
        field("density", &SmokeCloud::density, non_negative,
              "Of the smoke, 1 is dense; what there is if absent"),
        field("temperature", &SmokeCloud::temperature, kelvin,
              "Above that of the fluid; what there is if absent"),
    };
};

/// A shape, which may move, in which smoke, temperature or velocity are prescribed while it acts:
/// a vent, a jet, an obstacle.
struct SmokeSource : ActiveWindow {
    Shape shape;
    Varying<Eigen::Vector3d> offset;
    bool solid = false;
    std::optional<double> density, temperature;
    std::optional<Varying<Eigen::Vector3d>> velocity;
    static constexpr auto fields = std::tuple_cat(
        std::tuple{
            field("shape", &SmokeSource::shape, "Where it is, in the world").required(),
            field("offset", &SmokeSource::offset, unit::m,
                  "How far the shape has moved from there"),
            field("solid", &SmokeSource::solid,
                  "An obstacle: the fluid in it moves as the shape does"),
            field("density", &SmokeSource::density, non_negative,
                  "Of the smoke in it; what is there if absent"),
            field("temperature", &SmokeSource::temperature, kelvin,
                  "Above that of the fluid; what is there if absent"),
            field("velocity", &SmokeSource::velocity, unit::m_per_s,
                  "Of the fluid in it: a jet; as it flows if absent"),
        },
        ActiveWindow::fields);

    /// The velocity that it prescribes at time t [s], if any.
    std::optional<Eigen::Vector3d> velocity_at(double t) const {
        if (solid) return offset.rate(t);
        if (velocity) return velocity->at(t);
        return {};
    }
};

struct BuoyancyParams {
    Eigen::Vector3d gravity{0, 0, -9.81};
    double weight = 0, expansion = 0;
    static constexpr auto fields = std::tuple{
        field("gravity", &BuoyancyParams::gravity, unit::m_per_s2, "Of the earth"),
        field("weight", &BuoyancyParams::weight,
              "How much heavier than the fluid smoke of density 1 makes it, as a part"),
        field("expansion", &BuoyancyParams::expansion, per_kelvin,
              "How much lighter a temperature of 1 K makes it, as a part"),
    };
};

struct SmokeParams {
    std::vector<SmokeCloud> initial;
    std::vector<SmokeSource> sources;
    BuoyancyParams buoyancy;
    static constexpr auto fields = std::tuple{
        field("initial", &SmokeParams::initial, "What there is at the start; later ones win"),
        field("sources", &SmokeParams::sources,
              "Shapes in which smoke, temperature or velocity are prescribed; later ones win"),
        field("buoyancy", &SmokeParams::buoyancy,
              "What drives it: weight of smoke and expansion by heat"),
    };

    /// InputErrors: a shape that holds no point of the grid, a source that prescribes nothing or
    /// two velocities, a window that never opens.
    void check(BuildContext& context, const Grid& grid) const;
    /// The first source, but for obstacles, that acts at the start and holds one of the grid's
    /// nodes that are flagged; nothing if none does.
    std::optional<std::size_t> source_at(const Grid& grid,
                                         const std::vector<std::uint8_t>& nodes) const;
    /// True if a source prescribes velocities that change: by its window or its motion.
    bool changes_conditions() const;
    /// The largest component of a velocity that a source prescribes at time t [s].
    double largest_velocity(double t) const;
    void begin(const Grid& grid, Smoke& smoke) const;
    /// Smoke and temperature of the sources that act in the step that ends at t [s].
    void act(const Grid& grid, double t, Smoke& smoke) const;
    /// Velocities of the same, wherever no wall prescribes one.
    void add_conditions(const Grid& grid, double t, NodeConditions& conditions) const;
};

}  // namespace sinew::eulerian
