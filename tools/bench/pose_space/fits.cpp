/// Fits of the elements to the surface, and what mixes them.

#include <fmt/format.h>

#include <array>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr int n_fits = 20;

constexpr std::array scenes{"bear", "gorilla"};

/// In full space, fitted at so many poses along the clip.
CharacterScene fitted(const CharacterScene& scene, int n_poses) {
    std::string poses;
    for (int k = 0; k < n_poses; ++k)
        poses += fmt::format("{}{{time: {:.3f} s}}", k == 0 ? "" : ", ", 0.213 + 0.11 * k);
    return scene.without("formulation:", 4)
        .replaced("    reduction:\n", fmt::format("    formulation: {{type: posed, least_stretch: "
                                                  "0.2, poses: [{}]}}\n    reduction:\n",
                                                  poses))
        .in_full_space();
}

json measure(const Settings& settings) {
    json result;
    for (const std::string name : scenes) {
        if (settings.quick && name != "gorilla") continue;
        const CharacterScene scene(fmt::format("pose_space/{}.yaml", name));
        const CharacterRun run = run_character(settings, "fits-" + name, scene),
                           none = run_character(settings, "fits-none-" + name, fitted(scene, 0)),
                           all = run_character(settings, "fits-all-" + name, fitted(scene, n_fits));
        result[name] = {{"fit", (all.build - none.build) / n_fits},
                        {"step", run.reduction().at("seconds").at("rest_shape").get<double>() /
                                     run.solver.at("calls").get<double>()}};
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "Milliseconds of a fit of all elements to the surface (equation 3), led from the neutral "
        "pose, the mean of {} along the clip; and of the rest shape in a step, at the nodes that "
        "it needs, by what fits at the poses correct. On {} threads.",
        n_fits, settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const std::string name : scenes) {
        if (!runs.front().contains(name)) continue;
        const double fit = runs.front().at(name).at("fit"), step = runs.front().at(name).at("step");
        rows.push_back(
            {name, number(1e3 * fit), number(1e3 * step), fmt::format("{:.0f}", fit / step)});
        report.entry({name + ": fit beside the rest shape of a step", fit / step, ""});
    }
    report.table({"scene", "fit [ms]", "rest shape of a step [ms]", "times as fast"}, rows);
}

}  // namespace

Table fits_table() {
    return {"fits", "Fits of the elements, and rest shapes mixed of them", 1, measure, write};
}

}  // namespace sinew::bench
