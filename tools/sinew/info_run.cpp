/// sinew info of a run: its run.json.

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/folder_lock.hpp>
#include <sinew/storage/hdf5_archive.hpp>
#include <utility>
#include <vector>

#include "info_files.hpp"
#include "text_table.hpp"

namespace sinew::tools {

namespace fs = std::filesystem;

namespace {

/// The checkpoint beside run.json that was written last; "" if there is none. Whether it belongs to
/// the scene tells the run that goes on from it: run.json of a run that was killed may lack the
/// hash.
fs::path last_checkpoint(const fs::path& folder) {
    std::vector<std::pair<fs::file_time_type, fs::path>> archives;
    std::error_code shut;  // then no checkpoint is seen
    for (const auto& entry : fs::directory_iterator(folder, shut))
        if (entry.path().extension() == ".h5" && entry.is_regular_file())
            archives.emplace_back(entry.last_write_time(), entry.path());
    std::sort(archives.rbegin(), archives.rend());
    for (const auto& [time, file] : archives) {
        try {
            if (read_archive(file).has("run/index")) return file;
        } catch (const InputError&) {
            continue;  // no archive of ours
        }
    }
    return {};
}

/// "killed (its process 12 is gone); go on with --from out/checkpoint-0040.h5", if the run's lock
/// tells so; "" otherwise.
std::string end_of_killed_run(const fs::path& folder) {
    const std::optional<std::string> holder = run_that_died(folder);
    if (!holder) return "";
    const std::string_view words = *holder;
    const std::string_view process = words.substr(0, words.find(" on "));
    const fs::path checkpoint = last_checkpoint(folder);
    return fmt::format(
        "killed (its {} is gone); {}", process.starts_with("process ") ? process : "process",
        checkpoint.empty() ? "there is no checkpoint to go on from"
                           : fmt::format("go on with --from {}", checkpoint.string()));
}

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

/// How the bases of a rig's poses were aligned, of bodies in a subspace that is mixed of them.
void print_poses(const nlohmann::json& run) {
    TextTable table({"body", "pose", "aligned to", "largest angle", "vertices in contact"});
    std::string norms;
    const nlohmann::json solvers = run.value("solvers", nlohmann::json::object());
    for (const auto& [node, solver] : solvers.items())
        for (const nlohmann::json& body : solver.value("bodies", nlohmann::json::array())) {
            const nlohmann::json reduction = body.value("reduction", nlohmann::json::object());
            if (!reduction.contains("alignment")) continue;
            const std::string name = body.value("node", node);
            const auto contacts =
                reduction.value("vertices_in_contact", std::vector<std::int64_t>());
            for (const nlohmann::json& branch : reduction["alignment"]) {
                const std::size_t pose = branch.value("pose", std::size_t(0));
                table.add({name, std::to_string(pose), std::to_string(branch.value("onto", 0)),
                           fmt::format("{:.1f} deg", branch.value("largest_angle", 0.0)),
                           pose < contacts.size() ? std::to_string(contacts[pose]) : ""});
            }
            norms += fmt::format("  {}: mixed vectors shrank to {:.2g} at worst\n", name,
                                 reduction.value("least_norm_of_mixed_vectors", 1.0));
            for (const nlohmann::json& gap : reduction.value("gaps", nlohmann::json::array()))
                norms += fmt::format("  {}: they lack {:.1f}% of those found anew at {:g} s\n",
                                     name, 100 * gap.value("gap", 0.0), gap.value("time", 0.0));
        }
    if (!norms.empty()) std::cout << "\n" << table.text() << norms;
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
    print_poses(run);
    print_modes(run);
}

}  // namespace

void print_run(const std::filesystem::path& file) {
    std::ifstream stream(file);
    nlohmann::json run = nlohmann::json::parse(stream, nullptr, false);
    if (run.is_discarded() || !run.is_object() || !run.contains("status"))
        throw InputError(
            Diagnostic::error(fmt::format("{} is not the run.json of a run", file.string()))
                .remedy("name a folder that `sinew run` wrote; if the file is cut off, run the "
                        "scene again"));
    try {
        if (run["status"] == "running")
            if (const std::string end =
                    end_of_killed_run(file.has_parent_path() ? file.parent_path() : ".");
                !end.empty())
                run["status"] = end;
        print_all(run);
    } catch (const nlohmann::json::exception& error) {
        throw InputError(Diagnostic::error(fmt::format("{} is not as a run writes it: {}",
                                                       file.string(), error.what()))
                             .remedy("run the scene again: another program has changed the file"));
    }
}

}  // namespace sinew::tools
