/// sinew info of a run: its run.json.

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

#include "info_files.hpp"
#include "text_table.hpp"

namespace sinew::tools {

namespace {

/// Contact as run.json tells of it: of each coupling, whether skins intersect, and the least gap.
void print_contact(const nlohmann::json& run) {
    TextTable table({"contact", "pairs", "gap [m]", "least gap [m]", "skins at the end"});
    bool is_any = false;
    const nlohmann::json solvers = run.value("solvers", nlohmann::json::object());
    for (const auto& [node, solver] : solvers.items()) {
        for (const nlohmann::json& one : solver.value("couplings", nlohmann::json::array())) {
            if (!one.contains("least_gap")) continue;
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

void print_all(const nlohmann::json& run) {
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

void print_run(const std::filesystem::path& file) {
    std::ifstream stream(file);
    const nlohmann::json run = nlohmann::json::parse(stream, nullptr, false);
    if (run.is_discarded() || !run.is_object() || !run.contains("status"))
        throw InputError(
            Diagnostic::error(fmt::format("{} is not the run.json of a run", file.string()))
                .remedy("name a folder that `sinew run` wrote; if the file is cut off, run the "
                        "scene again"));
    try {
        print_all(run);
    } catch (const nlohmann::json::exception& error) {
        throw InputError(Diagnostic::error(fmt::format("{} is not as a run writes it: {}",
                                                       file.string(), error.what()))
                             .remedy("run the scene again: another program has changed the file"));
    }
}

}  // namespace sinew::tools
