/// Bases of poses that are mixed aligned, aligned as they are, and not aligned at all.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Kind {
    const char *value, *label;
};
constexpr Kind kinds[]{
    {"full", "rotated back and aligned"},
    {"procrustes", "aligned as they are"},
    {"none", "as they are"},
};

json measure(const Settings& settings) {
    json result;
    for (const std::string name : characters) {
        if (settings.quick && name != "x_shape") continue;
        const CharacterScene scene =
            CharacterScene(fmt::format("pose_space/{}.yaml", name)).with_all_elements();
        const CharacterRun full =
            run_character(settings, "unaligned-" + name + "-full", scene.in_full_space());
        for (const Kind& kind : kinds) {
            const CharacterRun run = run_character(
                settings, fmt::format("unaligned-{}-{}", name, kind.value),
                scene.replaced(
                    "      type: pose_space\n",
                    fmt::format("      type: pose_space\n      alignment: {}\n", kind.value)));
            result[name][kind.value] = {{"norm", run.reduction().at("least_norm_of_mixed_vectors")},
                                        {"error", largest_error(run, full)}};
        }
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "By all elements, with vectors of the poses mixed after they were rotated back and aligned "
        "(equations 11 to 13), after an alignment of the vectors as they are (figure 7 of the "
        "paper: as Procrustes's method alone has it), and without any (figure 6). Norm: the least "
        "of a mixed vector along the clip before it is scaled to 1. Error: the largest distance of "
        "a probed point from where it is in full space, over its motion there.");
    std::vector<std::vector<std::string>> rows;
    for (const char* scene : characters) {
        if (!runs.front().contains(scene)) continue;
        std::vector<std::string> row{scene};
        for (const Kind& kind : kinds) {
            const json& one = runs.front().at(scene).at(kind.value);
            row.push_back(fmt::format("{:.2f}", one.at("norm").get<double>()));
            row.push_back(fmt::format("{:.1f}%", 100 * one.at("error").get<double>()));
        }
        rows.push_back(row);
    }
    std::vector<std::string> head{"scene"};
    for (const Kind& kind : kinds) {
        head.push_back(fmt::format("{}: norm", kind.label));
        head.push_back("error");
    }
    report.table(head, rows);
}

}  // namespace

Table unaligned_table() {
    return {"unaligned", "Bases that are mixed without alignment", 1, measure, write};
}

}  // namespace sinew::bench
