#include "sinew_run.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/atomic_file.hpp>

namespace sinew::bench {

SinewRun run_scene_file(const Settings& settings, const std::filesystem::path& folder,
                        const std::string& scene,
                        const std::map<std::string, std::string>& environment) {
    SinewRun run;
    run.process = run_program({settings.sinew.string(), "run", scene, "-o", "results", "--quiet",
                               "--threads", std::to_string(settings.threads)},
                              environment, folder);
    if (run.process.code != 0)
        throw ComputationError(fmt::format("sinew run {} ended with code {}: {}", scene,
                                           run.process.code, run.process.output));
    std::ifstream report(folder / "results" / "run.json");
    run.report = nlohmann::json::parse(report);
    return run;
}

SinewRun run_scene_text(const Settings& settings, const std::string& name, const std::string& scene,
                        const std::map<std::string, std::string>& environment) {
    const std::filesystem::path folder = settings.scratch / name;
    std::error_code reported_below;  // by the scene's file
    std::filesystem::create_directories(folder, reported_below);
    write_file_whole(folder / "scene.yaml", scene);
    return run_scene_file(settings, folder, "scene.yaml", environment);
}

}  // namespace sinew::bench
