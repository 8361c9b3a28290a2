/// Vectors of the neutral pose in other poses, beside those of the poses.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Kind {
    const char *vectors, *label;
};
constexpr Kind kinds[]{
    {"own", "of each pose"},
    {"of_neutral", "of the neutral pose"},
    {"of_neutral_turned", "of the neutral pose, turned with the elements"},
};

json measure(const Settings& settings) {
    const CharacterScene scene = CharacterScene("pose_space/x_shape.yaml").with_all_elements();
    const CharacterRun full = run_character(settings, "transferred-full", scene.in_full_space());
    json result{{"motion", largest_motion(full)}};
    for (const Kind& kind : kinds) {
        const CharacterRun run = run_character(
            settings, std::string("transferred-") + kind.vectors,
            scene.replaced(
                "      type: pose_space\n",
                fmt::format("      type: pose_space\n      vectors: {}\n", kind.vectors)));
        result[kind.vectors] = {{"error", largest_error(run, full)},
                                {"motion", largest_motion(run)}};
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    const json& run = runs.front();
    report.text(fmt::format(
        "scenes/pose_space/x_shape.yaml, bent to 135 degrees and back, by all elements, in 30 "
        "vectors: of each of the 5 poses, of the neutral pose as they are, and of that turned with "
        "the elements. Motion: the largest of a probed end beside the rest shape; in full space it "
        "is {:.1f} cm. Error: the largest distance of an end from where it is in full space, over "
        "its motion there. (Figure 4 of the paper shows the latter two as wrong.)",
        100 * run.at("motion").get<double>()));
    std::vector<std::vector<std::string>> rows;
    for (const Kind& kind : kinds) {
        const json& one = run.at(kind.vectors);
        rows.push_back({kind.label, fmt::format("{:.1f}", 100 * one.at("motion").get<double>()),
                        fmt::format("{:.1f}%", 100 * one.at("error").get<double>())});
    }
    report.table({"vectors", "motion [cm]", "error"}, rows);
}

}  // namespace

Table transferred_table() {
    return {"transferred", "Vectors of one pose in others", 1, measure, write};
}

}  // namespace sinew::bench
