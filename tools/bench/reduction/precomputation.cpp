/// What is computed ahead for the four bodies of Barbic & James 2005: figures 5 and 8.

#include <fmt/format.h>

#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/mechanics/archive/hdf5_archive.hpp>

#include "kit/process.hpp"
#include "kit/timing.hpp"
#include "paper_layout.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Case {
    const char* name;
    int r, k;
    int paper_elements;
    double paper_modes, paper_sides, paper_solves;  ///< [s]; 0: not told
    double paper_coefficients;                      ///< [s]
    const char* paper_size;
    double goal_coefficients, goal_all;  ///< [s]; 0: none
};
constexpr Case cases[]{
    {"spoon", 12, 6, 2005, 24, 6.5, 33, 60, "98 kB", 0, 0},
    {"bridge", 15, 10, 5854, 0, 0, 0, 186, "223 kB", 0, 0},
    {"tower", 30, 20, 11304, 65, 576, 26 * 60, 79.2 * 60, "3.0 MB", 20, 60},
    {"heart", 30, 20, 14444, 111, 201, 58 * 60, 97.4 * 60, "3.0 MB", 0, 0},
};

std::filesystem::path scene_of(const char* name) {
    return std::filesystem::path(SINEW_SCENES) / "reduction" / (std::string(name) + ".yaml");
}

/// The artifact of a kind in a cache.
std::optional<std::filesystem::path> artifact_in(const std::filesystem::path& cache,
                                                 const std::string& start) {
    for (const auto& entry : std::filesystem::directory_iterator(cache))
        if (entry.path().filename().string().starts_with(start)) return entry.path();
    return {};
}

json measure(const Settings& settings) {
    json result;
    for (const Case& which : cases) {
        if (settings.quick && which.r > 12) continue;
        const std::filesystem::path cache = settings.scratch / which.name;
        const double start = now();
        const Finished finished =
            run_program({settings.sinew.string(), "precompute", scene_of(which.name).string()},
                        {{"SINEW_CACHE", cache.string()},
                         {"OMP_NUM_THREADS", std::to_string(settings.threads)}});
        const double seconds = now() - start;
        if (finished.code != 0) throw ComputationError(finished.output);
        const auto basis = artifact_in(cache, "basis-"), forces = artifact_in(cache, "forces-");
        if (!basis || !forces) throw ComputationError("sinew precompute has left no artifacts");
        const Archive of_basis = read_archive(*basis), of_forces = read_archive(*forces);
        json& row = result[which.name];
        for (const char* phase : {"modes", "derivatives", "pca"})
            row[phase] = of_basis.number(std::string("seconds/") + phase);
        row["coefficients"] = of_forces.number("artifact/seconds");
        row["basis"] = of_basis.number("artifact/seconds");
        row["all"] = seconds;
        for (const auto& [key, entry] : of_basis.entries())
            if (key.ends_with("mesh/text") || key == "artifact/key/01/text")
                row["mesh"] = of_basis.text(key);
    }
    return result;
}

std::string paper(double seconds) {
    return seconds > 0 ? number(seconds) : "-";
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "`sinew precompute` of scenes/reduction, {} threads, empty cache; seconds. Whole: the "
        "process from start to end, with reading, shaping and voxelising the body. Paper: figures "
        "5 and 8, one 3.0 GHz Pentium; its bridge's basis was sketched, ours is of modes and their "
        "derivatives.",
        settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        const std::string path = fmt::format("/{}/", which.name);
        if (!runs.front().contains(which.name)) continue;
        const auto of = [&](const char* what) { return typical(runs, path + what); };
        const double ahead = of("basis") + of("coefficients");
        const double paper_ahead =
            which.paper_modes + which.paper_sides + which.paper_solves + which.paper_coefficients;
        const auto if_told = [&](double seconds) {
            return which.paper_modes > 0 ? std::optional(seconds) : std::nullopt;
        };
        report.entry({fmt::format("coefficients, {}", which.name),
                      of("coefficients"),
                      "s",
                      {},
                      {},
                      which.paper_coefficients});
        report.entry({fmt::format("basis and coefficients, {}", which.name),
                      ahead,
                      "s",
                      {},
                      {},
                      if_told(paper_ahead)});
        const auto goal = [&](double value, double wanted) {
            return wanted > 0 ? fmt::format("{}: {}", wanted, against_goal(value, wanted)) : "-";
        };
        rows.push_back(
            {which.name, runs.front().at(which.name).value("mesh", "-"),
             fmt::format("{}", which.paper_elements), fmt::format("{} from {}", which.r, which.k),
             fmt::format("{} ({})", number(of("modes")), paper(which.paper_modes)),
             fmt::format("{} ({})", number(of("derivatives")),
                         paper(which.paper_sides + which.paper_solves)),
             number(of("pca")),
             fmt::format("{} ({})", number(of("coefficients")), paper(which.paper_coefficients)),
             goal(of("coefficients"), which.goal_coefficients),
             fmt::format("{} ({})", number(ahead), paper(if_told(paper_ahead).value_or(0))),
             goal(ahead, which.goal_all), number(of("all"))});
    }
    report.table({"body", "mesh", "paper's elements", "r", "modes (paper)",
                  "derivatives: sides and solves (paper)", "PCA", "coefficients (paper)", "goal",
                  "all (paper)", "goal", "whole"},
                 rows);
    std::vector<std::vector<std::string>> sizes;
    for (const Case& which : cases) {
        const auto r = Eigen::Index(which.r);
        const auto ours =
            PaperLayout::n_quadratic(r) + PaperLayout::n_cubic(r) + PaperLayout::n_quartic(r);
        sizes.push_back({which.name, fmt::format("{}", which.r), fmt::format("{}", ours),
                         fmt::format("{:.0f} kB", 8e-3 * double(ours)), which.paper_size});
    }
    report.text("Coefficients of the energy: each once, for the lambda and the mu of each region.");
    report.table({"body", "r", "distinct", "in doubles", "paper (f and K)"}, sizes);
}

}  // namespace

Table precomputation_table() {
    return {"precomputation", "Precomputation", 1, measure, write};
}

}  // namespace sinew::bench
