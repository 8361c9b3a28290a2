/// What is computed of a character before its first step.

#include <fmt/format.h>

#include <filesystem>
#include <limits>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Goal {
    const char* scene;
    double seconds;  ///< infinite: none
};
constexpr double none = std::numeric_limits<double>::infinity();
constexpr Goal goals[]{{"arm", none}, {"x_shape", none}, {"bear", 180}, {"gorilla", 90}};

/// Seconds until the first step, with nothing computed before.
double cold_build(const Settings& settings, const std::string& name, const CharacterScene& scene) {
    Settings cold = settings;
    cold.cache = settings.scratch / (name + "-cache");
    std::filesystem::remove_all(cold.cache);
    return run_character(cold, name, scene).build;
}

json measure(const Settings& settings) {
    json result;
    for (const Goal& goal : goals) {
        const std::string name = goal.scene;
        if (settings.quick && name != "x_shape") continue;
        const CharacterScene scene(fmt::format("pose_space/{}.yaml", name));
        result[name] = {{"full", cold_build(settings, name + "-cold-full", scene.in_full_space())},
                        {"reduced", cold_build(settings, name + "-cold", scene)}};
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "Seconds until the first step of scenes/pose_space, on {} threads and from an empty cache: "
        "in full space (meshing, weights of bones, fits of the rest shape), and what the reduced "
        "body takes beside it: bases at all poses, the training of few elements and nodes.",
        settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const Goal& goal : goals) {
        if (!runs.front().contains(goal.scene)) continue;
        const json& one = runs.front().at(goal.scene);
        const double full = one.at("full"), beside = one.at("reduced").get<double>() - full;
        const bool has_goal = goal.seconds < none;
        rows.push_back({goal.scene, number(full), number(beside),
                        has_goal ? number(goal.seconds) : "-",
                        has_goal ? against_goal(beside, goal.seconds) : "-"});
        report.entry({fmt::format("{}: precomputation", goal.scene), beside, "s"});
    }
    report.table({"scene", "in full space [s]", "beside it [s]", "goal [s]", "goal reached"}, rows);
}

}  // namespace

Table pose_precomputation_table() {
    return {"precomputation", "What is computed before the first step", 1, measure, write};
}

}  // namespace sinew::bench
