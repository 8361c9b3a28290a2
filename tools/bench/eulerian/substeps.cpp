/// The parts of a substep of a fluid with smoke.

#include <fmt/format.h>
#include <omp.h>

#include <sinew/mechanics/grid/smoke.hpp>

#include "falling_ball.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

Index size(const Settings& settings) {
    return settings.quick ? 24 : 128;
}

json of_threads(Index n, int threads) {
    omp_set_num_threads(threads);
    const Grid grid = unit_cube(n);
    FluidSettings settings;
    settings.vorticity_confinement = 0.3;
    Fluid fluid(grid, settings);
    fluid.set_conditions(conditions_of(Walls{}, grid));
    fluid.set_velocity(falling_ball(grid));
    Smoke smoke(grid);
    smoke.density().head(smoke.density().size() / 2).setOnes();
    constexpr int n_steps = 4;
    const double dt = 1 / double(n);
    double smoke_seconds = 0;
    for (int step = 0; step < n_steps; ++step) {
        VectorField acceleration(grid.nodes().size());
        smoke.add_buoyancy({{0, 0, -9.81}, 0.1, 0}, acceleration);
        fluid.project(acceleration, dt);
        const Advection flow = fluid.flow();
        fluid.advect(flow, dt);
        const double begin = now();
        smoke.advect(flow, dt, settings.advection);
        smoke_seconds += now() - begin;
    }
    const FluidWork& work = fluid.work();
    return {{"forces", work.forces / n_steps},
            {"projection", work.projection / n_steps},
            {"advection", work.advection / n_steps},
            {"smoke", smoke_seconds / n_steps}};
}

json measure(const Settings& settings) {
    of_threads(size(settings), settings.threads);  // so that memory is there for both
    return {{"one", of_threads(size(settings), 1)},
            {"more", of_threads(size(settings), settings.threads)}};
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const Index n = size(settings);
    report.text(fmt::format(
        "Milliseconds a substep of {}^3 cells, the mean of the first four of the flow above, with "
        "MacCormack's scheme and pressures to 0.02: on one thread and on {}.",
        n, settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const char* part : {"forces", "projection", "advection", "smoke"}) {
        const double one = runs.front().at("one").at(part), more = runs.front().at("more").at(part);
        rows.push_back(
            {part, number(1e3 * one), number(1e3 * more), fmt::format("{:.2f}", one / more)});
        report.entry(
            Entry::against(fmt::format("substep of {}^3 cells: {}", n, part), more, "s", one));
    }
    report.table({"part", "one thread [ms]", fmt::format("{} threads [ms]", settings.threads),
                  "times as fast"},
                 rows);
}

}  // namespace

Table fluid_substeps_table() {
    return {"substeps", "A substep of fluid and smoke", 1, measure, write};
}

}  // namespace sinew::bench
