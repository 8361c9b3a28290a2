/// A scene of scenes/eulerian, run with other values.
#pragma once

#include <fstream>

#include "kit/sinew_run.hpp"

namespace sinew::bench {

/// The report of its solver, at `/tank`, with `peak_bytes`; or `failed`, with what it said.
inline nlohmann::json run_tank(const std::string& name, const std::vector<std::string>& values,
                               const Settings& settings) {
    std::vector<std::string> words{
        settings.sinew.string(),
        "run",
        (std::filesystem::path(SINEW_SCENES) / "eulerian" / (name + ".yaml")).string(),
        "-o",
        (settings.scratch / name).string(),
        "--quiet",
        "--threads",
        std::to_string(settings.threads)};
    for (const std::string& value : values) {
        words.push_back("--set");
        words.push_back(value);
    }
    const Finished finished = run_program(words);
    if (finished.code != 0) return {{"failed", finished.output}};
    std::ifstream file(settings.scratch / name / "run.json");
    nlohmann::json report = nlohmann::json::parse(file).at("solvers").at("/tank");
    report["peak_bytes"] = finished.peak_bytes;
    return report;
}

}  // namespace sinew::bench
