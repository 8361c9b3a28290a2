/// The reduced gorilla beside full space on meshes so coarse that it is as fast.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// Factors on the lengths of edges.
constexpr const char* factors[]{"1", "1.7", "2.4", "3.4"};

json measure(const Settings& settings) {
    const CharacterScene scene("pose_space/gorilla.yaml");
    // Coarse elements are turned inside out by the rig: they count with a least stretch.
    const CharacterScene forgiving =
        scene.in_full_space().replaced("{type: posed, ", "{type: posed, least_stretch: 0.2, ");
    const auto full_space = [&](const char* factor) {
        return run_character(settings, fmt::format("coarse-{}", factor),
                             forgiving.replaced("coarser: 1", fmt::format("coarser: {}", factor)));
    };
    const CharacterRun fine = full_space("1"), few = run_character(settings, "coarse-few", scene);
    const auto entry = [&](const CharacterRun& run) {
        json one = run.counts;
        one.update({{"step", run.step},
                    {"error", largest_error(run, fine)},
                    {"motion", largest_motion(run)}});
        return one;
    };
    json result = {{"few", entry(few)}, {"1", entry(fine)}};
    for (const char* factor : factors)
        if (!result.contains(factor) && !settings.quick) result[factor] = entry(full_space(factor));
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "scenes/pose_space/gorilla.yaml reduced, and in full space on the mesh that it has and on "
        "coarser ones. Error: the largest distance of a probe from where it is on the fine mesh in "
        "full space, over its largest secondary motion there. Elements that the rig flattens count "
        "with a stretch of 0.2 in full space (`least_stretch`). In figure 15 of the paper a mesh "
        "of "
        "420 tetrahedra is as fast as its reduced gorilla, and one of 1229 five times slower.");
    std::vector<std::vector<std::string>> rows;
    const double few = runs.front().at("few").at("step");
    const auto add = [&](const std::string& name, const json& one) {
        const double step = one.at("step");
        rows.push_back({name, std::to_string(one.at("tets").get<int>()), number(1e3 * step),
                        number(step / few),
                        fmt::format("{:.1f}", 100 * one.at("motion").get<double>()),
                        fmt::format("{:.1f}%", 100 * one.at("error").get<double>())});
    };
    add("reduced", runs.front().at("few"));
    for (const char* factor : factors)
        if (runs.front().contains(factor))
            add(fmt::format("full space, edges {} times as long", factor), runs.front().at(factor));
    report.table({"run", "tets", "step [ms]", "beside reduced", "motion [cm]", "error"}, rows);
}

}  // namespace

Table coarse_meshes_table() {
    return {"coarse_meshes", "Coarse meshes in full space", 1, measure, write};
}

}  // namespace sinew::bench
