#include "probe_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sstream>

namespace sinew::bench {

namespace {

/// Columns time, x, y, z under a line of headings.
void read_probe(const std::filesystem::path& file, ProbeRun& run) {
    std::ifstream rows(file);
    std::string row;
    for (std::getline(rows, row); std::getline(rows, row);) {
        std::istringstream cells(row);
        std::array<double, 4> numbers{};
        for (double& number : numbers) {
            std::string cell;
            std::getline(cells, cell, ',');
            number = std::stod(cell);
        }
        run.times.push_back(numbers[0]);
        run.displacements.push_back({numbers[1], numbers[2], numbers[3]});
    }
}

double length(const std::array<double, 3>& u) {
    return std::hypot(u[0], u[1], u[2]);
}

}  // namespace

ProbeRun run_with_probe(const Settings& settings, const std::string& name, const std::string& time,
                        const std::string& node, const std::string& at,
                        const std::string& outputs) {
    std::string scene = fmt::format("sinew: 1\ntime: {}\nscene:\n  - node: body\n", time);
    std::istringstream lines(node);
    for (std::string line; std::getline(lines, line);) scene += "    " + line + "\n";
    scene += fmt::format("    outputs: [{}{{type: probe, at: {}, name: probe}}]\n",
                         outputs.empty() ? "" : outputs + ", ", at);
    const SinewRun finished = run_scene_text(
        settings, name, scene, {{"SINEW_CACHE", (settings.scratch / "cache").string()}});
    ProbeRun run;
    read_probe(settings.scratch / name / "results" / "scene-probe.csv", run);
    const nlohmann::json& solver = finished.report.at("solvers").at("/body");
    run.step = solver.at("wall_seconds").get<double>() / solver.at("calls").get<double>();
    run.body = solver.at("bodies");
    return run;
}

double largest_error(const ProbeRun& run, const ProbeRun& reference) {
    SINEW_ASSERT(run.times == reference.times, "the runs have different times");
    double error = 0;
    for (std::size_t k = 0; k < reference.times.size(); ++k) {
        const auto& [x, y, z] = reference.displacements[k];
        const auto& u = run.displacements[k];
        error = std::max(error, length({u[0] - x, u[1] - y, u[2] - z}));
    }
    return error / largest_displacement(reference);
}

double largest_displacement(const ProbeRun& run) {
    double largest = 0;
    for (const auto& u : run.displacements) largest = std::max(largest, length(u));
    return largest;
}

}  // namespace sinew::bench
