/// Precomputation for the four bodies of Barbic & James 2005, figures 5 and 8, and for bars that
/// another code was measured on.

#include <fmt/format.h>

#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/storage/artifact.hpp>
#include <sinew/storage/hdf5_archive.hpp>

#include "kit/bars.hpp"
#include "kit/process.hpp"
#include "kit/timing.hpp"
#include "paper_layout.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct BodyCase {
    const char* name;
    int r, k;
    int paper_elements;
    double paper_modes, paper_sides, paper_solves;  ///< [s]; 0: not reported
    double paper_coefficients;                      ///< [s]
    const char* paper_size;
    double goal_coefficients, goal_all;  ///< [s]; 0: none
};
constexpr BodyCase body_cases[]{
    {"spoon", 12, 6, 2005, 24, 6.5, 33, 60, "98 kB", 0, 0},
    {"bridge", 15, 10, 5854, 0, 0, 0, 186, "223 kB", 0, 0},
    {"tower", 30, 20, 11304, 65, 576, 26 * 60, 79.2 * 60, "3.0 MB", 20, 60},
    {"heart", 30, 20, 14444, 111, 201, 58 * 60, 97.4 * 60, "3.0 MB", 0, 0},
};

/// A bar that Vega was measured on.
struct BarCase {
    const char *name, *row;
    std::array<int, 3> cells;
    const char *basis, *forces;
    const char* part;   ///< of what is measured
    double vega, goal;  ///< [s]
};
constexpr BarCase bar_cases[]{
    {"coefficients of a bar", "coefficients of an StVK body of 11,340 tets at r = 30", bar11k,
     "{type: linear_modes, modes: 30}", "{type: stvk_polynomial}", "coefficients", 41, 1},
    {"basis of a bar", "modes + derivatives + PCA of 16,335 tets, k = 20, size 30", bar16k,
     "{type: modal_derivatives, modes: 20, size: 30}", "{type: projection}", "basis", 6.3, 3},
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

/// Computes ahead what a scene needs, into an empty cache of that name.
json precompute(const Settings& settings, const std::string& name,
                const std::filesystem::path& scene) {
    const std::filesystem::path cache = settings.scratch / name;
    const double start = now();
    const Finished finished = run_program(
        {settings.sinew.string(), "precompute", scene.string()},
        {{"SINEW_CACHE", cache.string()}, {"OMP_NUM_THREADS", std::to_string(settings.threads)}});
    json row{{"all", now() - start}};
    if (finished.code != 0) throw ComputationError(finished.output);
    const auto basis = artifact_in(cache, "basis-"), forces = artifact_in(cache, "forces-");
    if (!basis) throw ComputationError("sinew precompute has left no basis");
    const Archive of_basis = read_archive(*basis);
    const ArtifactLabel label = artifact_label(of_basis).value();
    row["basis"] = label.seconds;
    for (const ArtifactKey::KeyPart& part : label.key.parts())
        if (part.name == "mesh") row["mesh"] = part.text;
    for (const char* phase : {"modes", "derivatives", "pca"})
        if (const std::string key = std::string("seconds/") + phase; of_basis.has(key))
            row[phase] = of_basis.number(key);
    if (forces) row["coefficients"] = artifact_label(read_archive(*forces)).value().seconds;
    return row;
}

std::filesystem::path write_bar(const BarCase& which, const Settings& settings) {
    const std::filesystem::path file = settings.scratch / (std::string(which.name) + ".yaml");
    std::ofstream(file) << fmt::format(R"(sinew: 1
time: {{end: 1 s, step: 0.01 s}}
scene:
  - node: body
    {}    material: {{type: stvk, young: 1 MPa, poisson: 0.45, density: 1000}}
    constraints: [{{type: fixed, where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}]
    reduction:
      type: subspace
      basis: {}
      forces: {}
    solver: {{type: implicit_newmark}}
)",
                                       bar_mesh(settings.quick ? small_bar : which.cells),
                                       which.basis, which.forces);
    return file;
}

json measure(const Settings& settings) {
    json result;
    for (const BodyCase& which : body_cases)
        if (!settings.quick || which.r <= 12)
            result[which.name] = precompute(settings, which.name, scene_of(which.name));
    for (const BarCase& which : bar_cases)
        result[which.name] = precompute(settings, which.name, write_bar(which, settings));
    return result;
}

std::string paper(double seconds) {
    return seconds > 0 ? number(seconds) : "-";
}

void write_bars(const std::vector<json>& runs, Report& report) {
    report.text(
        "Bars with E = 1 MPa, nu = 0.45 and 1000 kg/m^3, held at one end, likewise. Vega: measured "
        "on another machine of this kind, on bars of the same sizes and constants, the "
        "coefficients "
        "on two threads, the rest on one.");
    std::vector<std::vector<std::string>> rows;
    for (const BarCase& which : bar_cases) {
        const double seconds = typical(runs, fmt::format("/{}/{}", which.name, which.part));
        rows.push_back({which.row, runs.front().at(which.name).value("mesh", "-"), number(seconds),
                        fmt::format("{}", which.vega),
                        fmt::format("{}: {}", which.goal, against_goal(seconds, which.goal))});
        report.entry({.name = which.row, .value = seconds, .unit = "s", .paper = which.vega});
    }
    report.table({"what", "mesh", "seconds", "Vega", "goal reached"}, rows);
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "`sinew precompute` of scenes/reduction, {} threads, empty cache; seconds. Whole: the "
        "process from start to end, with reading, shaping and voxelising the body. Paper: figures "
        "5 and 8, one 3.0 GHz Pentium; its bridge's basis was sketched, ours is of modes and their "
        "derivatives.",
        settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const BodyCase& which : body_cases) {
        const std::string path = fmt::format("/{}/", which.name);
        if (!runs.front().contains(which.name)) continue;
        const auto of = [&](const char* what) { return typical(runs, path + what); };
        const double ahead = of("basis") + of("coefficients");
        const double paper_ahead =
            which.paper_modes + which.paper_sides + which.paper_solves + which.paper_coefficients;
        const auto if_reported = [&](double seconds) -> std::optional<double> {
            if (which.paper_modes > 0) return seconds;
            return std::nullopt;
        };
        report.entry({.name = fmt::format("coefficients, {}", which.name),
                      .value = of("coefficients"),
                      .unit = "s",
                      .paper = which.paper_coefficients});
        report.entry({.name = fmt::format("basis and coefficients, {}", which.name),
                      .value = ahead,
                      .unit = "s",
                      .paper = if_reported(paper_ahead)});
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
             fmt::format("{} ({})", number(ahead), paper(if_reported(paper_ahead).value_or(0))),
             goal(ahead, which.goal_all), number(of("all"))});
    }
    report.table({"body", "mesh", "paper's elements", "r", "modes (paper)",
                  "derivatives: sides and solves (paper)", "PCA", "coefficients (paper)", "goal",
                  "all (paper)", "goal", "whole"},
                 rows);
    write_bars(runs, report);
    std::vector<std::vector<std::string>> sizes;
    for (const BodyCase& which : body_cases) {
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
