/// Whole runs of `sinew run`, measured.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "process.hpp"
#include "settings.hpp"

namespace sinew::bench {

struct SinewRun {
    Finished process;
    nlohmann::json report;  ///< its run.json
};

/// Writes the scene into a folder of that name in the scratch folder, and runs it there, without
/// progress, into `results`. Throws ComputationError with what it says if it fails.
SinewRun run_scene_text(const Settings& settings, const std::string& name, const std::string& scene,
                        const std::map<std::string, std::string>& environment = {});

/// Runs the scene file in the folder, likewise.
SinewRun run_scene_file(const Settings& settings, const std::filesystem::path& folder,
                        const std::string& scene,
                        const std::map<std::string, std::string>& environment = {});

}  // namespace sinew::bench
