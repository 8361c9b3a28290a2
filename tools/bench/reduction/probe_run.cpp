#include "probe_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
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

/// The only table of a probe among the results.
std::filesystem::path probe_in(const std::filesystem::path& results) {
    for (const auto& entry : std::filesystem::directory_iterator(results))
        if (entry.path().filename().string().ends_with("probe.csv")) return entry.path();
    throw ComputationError("no probe in " + results.string());
}

double length(const std::array<double, 3>& u) {
    return std::hypot(u[0], u[1], u[2]);
}

}  // namespace

ProbeRun run_with_probe(const Settings& settings, const std::string& name, const std::string& time,
                        const std::string& node, const std::string& probed,
                        const std::string& outputs) {
    std::string scene = fmt::format("sinew: 1\ntime: {}\nscene:\n  - node: body\n", time);
    std::istringstream lines(node);
    for (std::string line; std::getline(lines, line);) scene += "    " + line + "\n";
    scene += fmt::format("    outputs: [{}{{type: probe, {}, name: probe}}]\n",
                         outputs.empty() ? "" : outputs + ", ", probed);
    return run_with_own_probe(settings, name, scene, "/body");
}

ProbeRun run_with_own_probe(const Settings& settings, const std::string& name,
                            const std::string& scene, const std::string& path) {
    const SinewRun finished = run_scene_text(
        settings, name, scene, {{"SINEW_CACHE", (settings.scratch / "cache").string()}});
    ProbeRun run;
    read_probe(probe_in(settings.scratch / name / "results"), run);
    const nlohmann::json& solver = finished.report.at("solvers").at(path);
    run.step = solver.at("wall_seconds").get<double>() / solver.at("calls").get<double>();
    run.body = solver.at("bodies").at(0);
    return run;
}

std::string slots_of_scene(const std::string& scene, const std::vector<std::string>& slots) {
    const std::filesystem::path file = std::filesystem::path(SINEW_SCENES) / scene;
    std::ifstream lines(file);
    if (!lines) throw ComputationError("cannot read " + file.string());
    constexpr std::size_t indent = 4;
    std::string node;
    bool is_wanted = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_not_of(' ') == indent)
            is_wanted = std::find(slots.begin(), slots.end(),
                                  line.substr(indent, line.find(':') - indent)) != slots.end();
        if (is_wanted) node += line.substr(std::min(indent, line.size())) + "\n";
    }
    return node;
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
