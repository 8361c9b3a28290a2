/// Fits of the elements to the surface, and what mixes them.

#include <fmt/format.h>

#include <map>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr int n_fits = 20;

/// The last pose that a scene names, and what ends the list.
const std::map<std::string, std::string>& last_poses() {
    static const std::map<std::string, std::string> poses{
        {"bear", "        - {time: 2.75 s}\n    reduction:\n"}, {"gorilla", "{time: 2.05 s}]"}};
    return poses;
}

/// With more poses along the clip, none at which another is.
CharacterScene with_more_poses(const std::string& name, const CharacterScene& scene) {
    const std::string& last = last_poses().at(name);
    const bool is_one_line = last.back() == ']';
    const std::size_t end = is_one_line ? last.size() - 1 : last.find("    reduction");
    std::string more = last.substr(0, end);
    for (int k = 0; k < n_fits; ++k) {
        const std::string pose = fmt::format("{{time: {:.3f} s}}", 0.213 + 0.11 * k);
        more += is_one_line ? ", " + pose : "        - " + pose + "\n";
    }
    return scene.replaced(last, more + last.substr(end));
}

json measure(const Settings& settings) {
    json result;
    for (const auto& [name, last] : last_poses()) {
        if (settings.quick && name != "gorilla") continue;
        const CharacterScene scene(fmt::format("pose_space/{}.yaml", name));
        const CharacterRun run = run_character(settings, "fits-" + name, scene),
                           few = run_character(settings, "fits-few-" + name, scene.in_full_space()),
                           many = run_character(settings, "fits-many-" + name,
                                                with_more_poses(name, scene).in_full_space());
        result[name] = {{"fit", (many.build - few.build) / n_fits},
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
    for (const auto& [name, last] : last_poses()) {
        if (!runs.front().contains(name)) continue;
        const double fit = runs.front().at(name).at("fit"), step = runs.front().at(name).at("step");
        rows.push_back(
            {name, number(1e3 * fit), number(1e3 * step), fmt::format("{:.0f}", fit / step)});
        report.entry({name + ": fit beside the rest shape of a step", fit / step, "", {}, {}, {}});
    }
    report.table({"scene", "fit [ms]", "rest shape of a step [ms]", "times as fast"}, rows);
}

}  // namespace

Table fits_table() {
    return {"fits", "Fits of the elements, and rest shapes mixed of them", 1, measure, write};
}

}  // namespace sinew::bench
