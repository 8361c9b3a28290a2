/// Vectors of the neutral pose in other poses, beside those of the poses.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Kind {
    const char *name, *label;
    bool is_of_poses;  ///< else of the neutral pose alone, with a rest shape that no pose mends
    bool is_turned;    ///< with the elements of the rest shape
};
constexpr Kind kinds[]{
    {"poses", "of each pose", true, false},
    {"neutral", "of the neutral pose", false, false},
    {"turned", "of the neutral pose, turned with the rest shape", false, true},
};

CharacterScene bent(const Kind& kind) {
    CharacterScene scene = CharacterScene("pose_space/x_shape.yaml").with_all_elements();
    if (kind.is_of_poses) return scene;
    scene = scene.without("formulation:", 4)
                .replaced("    reduction:\n",
                          "    formulation: {type: posed, least_stretch: 0.2}\n    reduction:\n");
    if (!kind.is_turned) return scene;
    return scene.replaced("      type: pose_space\n",
                          "      type: pose_space\n      interpolation: rotated\n");
}

json measure(const Settings& settings) {
    json result;
    for (const Kind& kind : kinds) {
        const std::string name = std::string("transferred-") + kind.name;
        const CharacterScene scene = bent(kind);
        const CharacterRun full = run_character(settings, name + "-full", scene.in_full_space()),
                           run = run_character(settings, name, scene);
        result[kind.name] = {{"error", largest_error(run, full)},
                             {"motion", largest_motion(run)},
                             {"full_motion", largest_motion(full)}};
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "scenes/pose_space/x_shape.yaml, bent to 135 degrees and back, by all elements, in 30 "
        "vectors: of each of the 5 poses, of the neutral pose as they are, and of that turned at "
        "each node as the rest shape has turned there. Motion: the largest of a probed end beside "
        "the rest shape, and in full space. Error: the largest distance of an end from where it is "
        "in full space, over its motion there. Beside vectors of the neutral pose alone, full "
        "space "
        "has a rest shape that no pose corrects. (Figure 4 of the paper shows both as wrong.)");
    std::vector<std::vector<std::string>> rows;
    for (const Kind& kind : kinds) {
        const json& one = runs.front().at(kind.name);
        const auto centimetres = [&](const char* what) {
            return fmt::format("{:.1f}", 100 * one.at(what).get<double>());
        };
        rows.push_back({kind.label, centimetres("motion"), centimetres("full_motion"),
                        fmt::format("{:.1f}%", 100 * one.at("error").get<double>())});
    }
    report.table({"vectors", "motion [cm]", "in full space [cm]", "error"}, rows);
}

}  // namespace

Table transferred_table() {
    return {"transferred", "Vectors of one pose in others", 1, measure, write};
}

}  // namespace sinew::bench
