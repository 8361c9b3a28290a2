/// The characters of scenes/pose_space, as shipped, with all elements, and in full space.

#include <fmt/format.h>

#include <algorithm>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// Table 3, and sections 9 and 5.4: of the paper's own meshes, on twelve cores.
struct Published {
    const char* scene;
    int tets, vectors, elements, nodes, steps_a_second, full_step, goal;
    const char *all_assembly,
        *assembly;  ///< section 9, by full space and by few elements [ms]
};
constexpr Published published[]{
    {"arm", 8122, 45, 192, 45, 1100, 52, 1150, "38", "0.4"},
    {"x_shape", 9303, 30, 144, 50, 1700, 62, 1700, "-", "-"},
    {"bear", 12762, 100, 336, 200, 700, 57, 700, "82", "0.95"},
    {"gorilla", 16297, 100, 144, 119, 750, 166, 750, "320", "1.0"},
};

constexpr double error_goal = 0.05;

/// Mixing of bases and inertia in a step [s], which the paper counts as assembly.
double seconds_of_mixing(const CharacterRun& run) {
    double sum = 0;
    for (const char* phase : {"mixing", "rows", "inertia"})
        sum += run.reduction().at("seconds").at(phase).get<double>();
    return sum / run.solver.at("calls").get<double>();
}

/// Runs of a second meet other work of the machine: the median of three.
double median_step(const CharacterRun& a, const CharacterRun& b, const CharacterRun& c) {
    return std::max(std::min(a.step, b.step), std::min(std::max(a.step, b.step), c.step));
}

json measure(const Settings& settings) {
    json result;
    for (const Published& paper : published) {
        if (settings.quick && std::string(paper.scene) != "x_shape") continue;
        const CharacterScene scene(fmt::format("pose_space/{}.yaml", paper.scene));
        const auto run = [&](const std::string& kind, const CharacterScene& text) {
            return run_character(settings, fmt::format("{}-{}", paper.scene, kind), text);
        };
        const CharacterRun full = run("full", scene.in_full_space()),
                           all = run("all", scene.with_all_elements());
        CharacterRun few = run("few", scene);
        few.step = median_step(few, run("few", scene), run("few", scene));
        json& one = result[paper.scene] = few.counts;
        one.update({{"motion", largest_motion(full)},
                    {"error_of_all", largest_error(all, full)},
                    {"error", largest_error(few, full)},
                    {"error_of_few", largest_error(few, all)},
                    {"step", few.step},
                    {"all_step", all.step},
                    {"full_step", full.step},
                    {"all_assembly", all.assembly()},
                    {"assembly", few.assembly() + seconds_of_mixing(few)}});
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "scenes/pose_space in implicit Euler steps of 1/90 s, on {} threads. The paper's figures "
        "in brackets are of its own meshes of these characters, on a machine of twelve cores. "
        "Motion: the largest secondary displacement of a probe in full space. Errors: the largest "
        "distance of a probe from where it is in full space, over that motion, in the whole run: "
        "with all elements and nodes, with few of both, and of few beside all (goal {:g}%). Steps "
        "are the solver's, without output, of few elements the median of three runs; Newton's "
        "method ends at 1e-4 of the forces.",
        settings.threads, 100 * error_goal));
    std::vector<std::vector<std::string>> rows, steps, assemblies;
    for (const Published& paper : published) {
        if (!runs.front().contains(paper.scene)) continue;
        const json& one = runs.front().at(paper.scene);
        const double step = one.at("step"), full = one.at("full_step");
        const auto percent = [&](const char* what) {
            return fmt::format("{:.1f}%", 100 * one.at(what).get<double>());
        };
        const auto count = [&](const char* what, int of_paper) {
            return fmt::format("{} ({})", one.at(what).get<int>(), of_paper);
        };
        rows.push_back({paper.scene, count("tets", paper.tets), count("vectors", paper.vectors),
                        count("elements", paper.elements), count("nodes", paper.nodes),
                        fmt::format("{:.1f}", 100 * one.at("motion").get<double>()),
                        percent("error_of_all"), percent("error"), percent("error_of_few")});
        steps.push_back({paper.scene, fmt::format("{:.0f} ({})", 1 / step, paper.steps_a_second),
                         against_goal(step, 1.0 / paper.goal), number(1e3 * step),
                         number(1e3 * one.at("all_step").get<double>()),
                         fmt::format("{} ({})", number(1e3 * full), paper.full_step),
                         fmt::format("{:.0f} ({:.0f})", full / step,
                                     paper.full_step * paper.steps_a_second / 1e3)});
        const double assembly = one.at("assembly"), all_assembly = one.at("all_assembly");
        assemblies.push_back(
            {paper.scene, fmt::format("{} ({})", number(1e3 * all_assembly), paper.all_assembly),
             fmt::format("{} ({})", number(1e3 * assembly), paper.assembly),
             fmt::format("{:.0f}", all_assembly / assembly)});
        report.entry(Entry::against(fmt::format("{}: seconds a step", paper.scene), step, "s", full,
                                    1.0 / paper.steps_a_second));
    }
    report.table({"scene", "tets", "vectors", "elements", "nodes", "motion [cm]", "all: error",
                  "few: error", "few beside all"},
                 rows);
    report.table({"scene", "steps a second", "goal reached", "step [ms]", "all elements [ms]",
                  "full space [ms]", "times as fast"},
                 steps);
    report.text(
        "Assembly of the reduced system: forces and their stiffness in one iteration by all "
        "elements, and by few, then with the mixing of bases and forces of inertia of a step. In "
        "brackets the paper's: U'KU, U'MU and U'f from full space, and what it takes.");
    report.table({"scene", "all elements [ms]", "few [ms]", "times as fast"}, assemblies);
}

}  // namespace

Table characters_table() {
    return {"characters", "Four characters beside full space and the paper", 1, measure, write};
}

}  // namespace sinew::bench
