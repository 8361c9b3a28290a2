/// Errors of few elements and nodes: at poses, and between them along the clips.

#include <fmt/format.h>

#include <algorithm>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

json measure(const Settings& settings) {
    json result;
    for (const char* name : characters) {
        if (settings.quick && std::string(name) != "x_shape") continue;
        const CharacterScene scene(fmt::format("pose_space/{}.yaml", name));
        const CharacterRun run = run_character(
            settings, fmt::format("{}-errors", name),
            scene.replaced("type: pose_space\n", "type: pose_space\n      check: {every: 5}\n"));
        const json& reduction = run.reduction();
        result[name] = {{"poses", reduction.at("model").at("test_errors_of_poses")},
                        {"inertia", reduction.at("inertia").at("test_error")},
                        {"check", reduction.at("check")}};
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "Forces at poses: the displacements that errors of reduced forces would make, over those "
        "of the deformations, root mean square over deformations not trained on; of the pose with "
        "the least and of that with the most. Along the clip, in every fifth step: |f - f_all| / "
        "|f_all| of reduced forces beside those of all elements, mean and largest; likewise of the "
        "forces of inertia beside those of all nodes, and in examples not trained on. (Figure 10 "
        "of the paper: 1.1% and 1.9% at two poses, 1.5% between them, 1.3% with weights found "
        "there; by which norm is not said.)");
    std::vector<std::vector<std::string>> rows;
    const auto percent = [](double x) { return fmt::format("{:.1f}%", 100 * x); };
    for (const char* name : characters) {
        if (!runs.front().contains(name)) continue;
        const json& one = runs.front().at(name);
        const std::vector<double> poses = one.at("poses");
        const auto [least, most] = std::minmax_element(poses.begin(), poses.end());
        const auto along = [&](const char* what) {
            const json& errors = one.at("check").at(what);
            return fmt::format("{}, {}", percent(errors.at("mean")), percent(errors.at("largest")));
        };
        rows.push_back({name, fmt::format("{} to {}", percent(*least), percent(*most)),
                        along("forces"), percent(one.at("inertia")), along("inertia")});
    }
    report.table({"scene", "forces at poses", "forces along the clip", "inertia in examples",
                  "inertia along the clip"},
                 rows);
}

}  // namespace

Table cubature_errors_table() {
    return {"cubature_errors", "Errors of few elements and nodes", 1, measure, write};
}

}  // namespace sinew::bench
