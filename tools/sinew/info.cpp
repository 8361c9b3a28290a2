/// sinew info FILE: tells a run, a checkpoint, a mesh, a rig or a result from its ending.

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

#include "command.hpp"
#include "info_files.hpp"
#include "own_program.hpp"
#include "text_table.hpp"

namespace sinew::tools {

namespace fs = std::filesystem;

namespace {

/// Contact as run.json tells of it: of each coupling, whether skins intersect, and the least gap.
void print_contact(const nlohmann::json& run) {
    TextTable table({"contact", "pairs", "gap [m]", "least gap [m]", "skins at the end"});
    bool is_any = false;
    const nlohmann::json solvers = run.value("solvers", nlohmann::json::object());
    for (const auto& [node, solver] : solvers.items()) {
        const nlohmann::json bodies = solver.value("bodies", nlohmann::json::object());
        for (const nlohmann::json& one :
             bodies.value("coupling/contact", nlohmann::json::array())) {
            is_any = true;
            const long n_left_out = one.value("intersections_left_out", 0L),
                       n_tied = one.value("intersections_tied", 0L);
            table.add({node, std::to_string(one.value("pairs", 0L)),
                       fmt::format("{:.4g}", one.value("least_gap", 0.0)),
                       fmt::format("{:.4g}", one.value("least_gap_of_run", 0.0)),
                       n_left_out == 0 ? std::string("no intersections")
                                       : fmt::format("{} intersections left out", n_left_out)});
            if (n_tied > 0)
                table.add({"", "", "", "", fmt::format("{} intersections where tied", n_tied)});
        }
    }
    if (is_any) std::cout << "\n" << table.text();
}

/// Natural frequencies, if a solver has found some.
void print_modes(const nlohmann::json& run) {
    const nlohmann::json solvers = run.value("solvers", nlohmann::json::object());
    for (const auto& [node, solver] : solvers.items())
        for (const nlohmann::json& mode : solver.value("modes", nlohmann::json::array()))
            std::cout << fmt::format("  {:<18} {:.6g} Hz, mode of {}\n",
                                     fmt::format("mode {}", mode.value("number", 0)),
                                     mode.value("frequency", 0.0), node);
}

/// A run's run.json.
void print_run(const fs::path& file) {
    std::ifstream stream(file);
    const nlohmann::json run = nlohmann::json::parse(stream, nullptr, false);
    if (run.is_discarded() || !run.is_object() || !run.contains("status"))
        throw InputError(
            Diagnostic::error(fmt::format("{} is not the run.json of a run", file.string())));
    const auto words = [&](const char* key) {
        const nlohmann::json value = run.value(key, nlohmann::json());
        return value.is_string() ? value.get<std::string>() : value.dump();
    };
    std::cout << fmt::format("run of {}\n", words("scene"));
    for (const char* key : {"title", "status", "message", "started", "ended", "seconds", "threads",
                            "scene_hash", "sinew", "peak_memory_bytes"})
        if (run.contains(key) && run[key] != nlohmann::json(""))
            std::cout << fmt::format("  {:<18} {}\n", key, words(key));
    if (run.contains("time"))
        std::cout << fmt::format(
            "  {:<18} {} of {}, to t = {} s\n", "steps", run["time"].value("steps_done", 0L),
            run["time"].value("n_steps", 0L), run["time"].value("reached", 0.0));
    TextTable phases({"phase", "seconds", "count"});
    const nlohmann::json timed = run.value("phases", nlohmann::json::object());
    for (const auto& [name, phase] : timed.items())
        phases.add({name, fmt::format("{:.4g}", phase.value("seconds", 0.0)),
                    std::to_string(phase.value("count", 0L))});
    std::cout << "\n" << phases.text();
    print_contact(run);
    print_modes(run);
}

}  // namespace

int info_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("FILE", true);
    if (!options.parse(arguments)) return 0;
    fs::path file = options.text("FILE");
    if (!fs::exists(file))
        throw InputError(Diagnostic::error(fmt::format("there is no file {}", file.string())));
    if (fs::is_directory(file)) file /= "run.json";
    if (!fs::exists(file))
        throw InputError(
            Diagnostic::error(fmt::format("{} holds no run.json", file.parent_path().string()))
                .remedy("name the folder of a run, or a file"));
    if (!fs::is_regular_file(file))
        throw InputError(Diagnostic::error(fmt::format("{} is not a regular file", file.string()))
                             .remedy("name a file or the folder of a run, not a device or a pipe"));
    if (file.extension() == ".json") {
        print_run(file);
        return 0;
    }
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (ending == ".h5") {
        print_archive(file);
        return 0;
    }
    if (ending == ".bou") {
        print_vertex_list(file);
        return 0;
    }
    if (ending == ".gltf" || ending == ".glb") {
        print_gltf(file);
        return 0;
    }
    if (ending == ".bvh" || ending == ".tgf") {
        print_skeleton(file, ending);
        return 0;
    }
    if (ending == ".mdd" || ending == ".pc2") {
        print_cache(file, ending);
        return 0;
    }
    for (const char* of_vtk : {".vtu", ".vtp", ".vtk", ".pvd"})
        if (ending == of_vtk) return run_own_program("sinew-results", {"info", file.string()});
    print_mesh(file, ending);
    return 0;
}

}  // namespace sinew::tools
