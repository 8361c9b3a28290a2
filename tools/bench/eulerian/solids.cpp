/// Velocities and pressures of solids by method.

#include <fmt/format.h>

#include <array>

#include "scene_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr std::array scenes{"ball", "cheb"};
constexpr std::array projections{"mass", "split", "exact"};
constexpr std::array methods{"jacobi", "linear"};

std::string key(const char* scene, const char* projection, const char* method) {
    return fmt::format("{}, {}, {}", scene, projection, method);
}

json measure(const Settings& settings) {
    json result;
    for (const char* scene : scenes)
        for (const char* projection : projections)
            for (const char* method : methods)
                result[key(scene, projection, method)] =
                    run_tank(scene,
                             {fmt::format("scene.tank.solver.pressure.projection={}", projection),
                              fmt::format("scene.tank.solver.velocities.method={}", method),
                              settings.quick ? "time.end=1/12 s" : "time.end=1/4 s"},
                             settings);
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "Ball and Cheb with half of the published cells along each edge, {} frames, on {} threads. "
        "`split` is the published projection (5.7, 5.8), `exact` is (5.6) whole; `jacobi` is the "
        "published solver of velocities, `linear` algebraic multigrid. Iterations are those of a "
        "substep. The last column is the largest divergence that is left in a cell.",
        settings.quick ? 2 : 6, settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const char* scene : scenes)
        for (const char* projection : projections)
            for (const char* method : methods) {
                const json& run = runs.front().at(key(scene, projection, method));
                std::vector<std::string> row{scene, projection, method};
                if (run.contains("failed")) {
                    row.push_back("failed: " + run.at("failed").get<std::string>());
                    rows.push_back(row);
                    continue;
                }
                const double substeps = run.at("substeps");
                const double seconds = run.at("wall_seconds").get<double>() / substeps;
                row.push_back(std::to_string(run.at("substeps").get<int>()));
                for (const char* part : {"pressure", "velocities"})
                    row.push_back(number(run.at(part).at("iterations").get<double>() / substeps));
                row.push_back(number(seconds));
                row.push_back(number(run.at("largest_divergence")));
                rows.push_back(row);
                report.entry(
                    {fmt::format("{}: a substep", key(scene, projection, method)), seconds, "s"});
            }
    report.table({"scene", "projection", "velocities", "substeps", "pressure iterations",
                  "velocity iterations", "time of a substep [s]", "div v [1/s]"},
                 rows);
}

}  // namespace

Table eulerian_solids_table() {
    return {"solids", "Velocities and pressures of solids", 1, measure, write};
}

}  // namespace sinew::bench
