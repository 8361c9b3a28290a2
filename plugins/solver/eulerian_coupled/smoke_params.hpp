/// `smoke:` of a grid: what there is at the start, what comes from sources, what drives it.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/grid/node_conditions.hpp>
#include <sinew/mechanics/grid/smoke.hpp>
#include <sinew/mechanics/shape/shape.hpp>
#include <sinew/mechanics/system/active_window.hpp>

namespace sinew::eulerian {

/// Smoke in a shape at the start.
struct SmokeCloud {
    Shape shape;
    double density = 0, temperature = 0;
    static constexpr auto fields = std::tuple{
        field("shape", &SmokeCloud::shape, "Where it is, in the world").required(),
        field("density", &SmokeCloud::density, non_negative, "Of the smoke, 1 is dense"),
        field("temperature", &SmokeCloud::temperature, "Above that of the fluid [K]"),
    };
};

/// A shape in which smoke, temperature or velocity are prescribed while it acts: a vent, a jet, or,
/// at rest, an obstacle.
struct SmokeSource : ActiveWindow {
    Shape shape;
    std::optional<double> density, temperature;
    std::optional<Varying<Eigen::Vector3d>> velocity;
    static constexpr auto fields = std::tuple_cat(
        std::tuple{
            field("shape", &SmokeSource::shape, "Where it is, in the world").required(),
            field("density", &SmokeSource::density, non_negative,
                  "Of the smoke in it; what is there if absent"),
            field("temperature", &SmokeSource::temperature,
                  "Above that of the fluid [K]; what is there if absent"),
            field("velocity", &SmokeSource::velocity, unit::m_per_s,
                  "Of the fluid in it: a jet, or an obstacle at rest; as it flows if absent"),
        },
        ActiveWindow::fields);
};

struct BuoyancyParams {
    Eigen::Vector3d gravity{0, 0, -9.81};
    double weight = 0, expansion = 0;
    static constexpr auto fields = std::tuple{
        field("gravity", &BuoyancyParams::gravity, unit::m_per_s2, "Of the earth"),
        field("weight", &BuoyancyParams::weight,
              "How much heavier than the fluid smoke of density 1 makes it, as a part"),
        field("expansion", &BuoyancyParams::expansion,
              "How much lighter a temperature of 1 K makes it, as a part [1/K]"),
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

    /// InputErrors: a shape that holds no cell of the grid, a source that prescribes nothing.
    void check(const BuildContext& context, const Grid& grid) const;
    /// True if a source prescribes velocities that change: by its window or its motion.
    bool changes_conditions() const;
    void begin(const Grid& grid, Smoke& smoke) const;
    /// Smoke and temperature of the sources that act in the step that ends at t [s].
    void act(const Grid& grid, double t, Smoke& smoke) const;
    /// Velocities of the same, wherever no wall prescribes one.
    void add_conditions(const Grid& grid, double t, NodeConditions& conditions) const;
};

}  // namespace sinew::eulerian
