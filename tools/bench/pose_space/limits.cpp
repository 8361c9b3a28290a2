/// Limits that section 10 of the paper names: poses that are far, and poses near a contact.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Poses {
    int count;
    const char* list;
};
/// Of the X, up to 135 degrees apart, 68 and 34.
constexpr Poses far[]{
    {3, "{time: 0.8 s}, {time: 1.9 s}"},
    {5, "{time: 0.3 s}, {time: 0.8 s}, {time: 1.475 s}, {time: 1.9 s}"},
    {9,
     "{time: 0.23 s}, {time: 0.3 s}, {time: 0.37 s}, {time: 0.8 s}, {time: 1.392 s}, {time: 1.437 "
     "s}, {time: 1.484 s}, {time: 1.9 s}"},
};

double error_of(const Settings& settings, const std::string& name, const CharacterScene& scene,
                std::size_t from = 0) {
    const CharacterRun full = run_character(settings, name + "-full", scene.in_full_space()),
                       run = run_character(settings, name, scene.with_all_elements());
    return largest_error(steps_of(run, from, run.rows.size()),
                         steps_of(full, from, full.rows.size()));
}

/// The X over the ground, which is put down to 35 degrees, 4 cm above it, and pressed sideways.
CharacterScene above_ground(const char* more) {
    return CharacterScene("pose_space/ground.yaml")
        .replaced("[1.6 s, 0]", "[1.6 s, 35 deg]")
        .replaced("[{time: 0 s}]", fmt::format("[{{time: 0 s}}{}]", more));
}

json measure(const Settings& settings) {
    json result;
    for (const Poses& poses : far)
        result["far"].push_back(
            error_of(settings, fmt::format("limits-far-{}", poses.count),
                     CharacterScene("pose_space/x_shape.yaml").replaced(far[1].list, poses.list)));
    constexpr std::size_t put_down = 162;
    for (const auto& [name, more] : {std::pair{"without", ""}, std::pair{"with", ", {time: 2 s}"}})
        result["near"][name] =
            error_of(settings, std::string("limits-near-") + name, above_ground(more), put_down);
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    const json& all = runs.front();
    report.text(
        "Section 10 of the paper names limits without figures. By all elements: scenes/pose_space/"
        "x_shape.yaml with poses that are farther apart, or nearer; and ground.yaml put down to 35 "
        "degrees in place of 0, so that its feet stay 4 cm above the ground, without a pose there "
        "and with one, from 1.8 s on. Errors are those of the first table. (Rigs that take a body "
        "through itself: the elbow above.)");
    std::vector<std::vector<std::string>> rows;
    const auto percent = [](const json& x) {
        return fmt::format("{:.1f}%", 100 * x.get<double>());
    };
    for (std::size_t k = 0; k < std::size(far); ++k)
        rows.push_back(
            {fmt::format("far poses: {} of the X", far[k].count), percent(all.at("far").at(k))});
    rows.push_back({"near contact: poses in the air and on the ground",
                    percent(all.at("near").at("without"))});
    rows.push_back({"near contact: and one just above it", percent(all.at("near").at("with"))});
    report.table({"limit", "error"}, rows);
}

}  // namespace

Table limits_table() {
    return {"limits", "Limits of the method", 1, measure, write};
}

}  // namespace sinew::bench
