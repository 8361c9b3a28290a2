/// Time of a step against the size of the mesh: with few elements and nodes it has no part in it.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// The factor on the lengths of edges.
struct Size {
    const char *name, *coarser;
};
constexpr Size sizes[]{{"coarse", "coarser: 1"}, {"fine", "coarser: 0.5"}};

json measure(const Settings& settings) {
    json result;
    for (const Size& size : sizes) {
        if (settings.quick && size.coarser != sizes[0].coarser) continue;
        const CharacterScene scene =
            CharacterScene("pose_space/x_shape.yaml").replaced(sizes[0].coarser, size.coarser);
        const CharacterRun run = run_character(settings, size.name, scene);
        result[size.name] = run.counts;
        result[size.name]["step"] = run.step;
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(
        fmt::format("scenes/pose_space/x_shape.yaml on two meshes, on {} threads: steps "
                    "without output. Goal: within 20% of each other.",
                    settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const Size& size : sizes) {
        if (!runs.front().contains(size.name)) continue;
        const json& one = runs.front().at(size.name);
        rows.push_back({std::to_string(one.at("tets").get<int>()),
                        std::to_string(one.at("elements").get<int>()),
                        std::to_string(one.at("nodes").get<int>()),
                        number(1e3 * one.at("step").get<double>())});
    }
    report.table({"tets", "elements", "nodes", "step [ms]"}, rows);
}

}  // namespace

Table pose_mesh_size_table() {
    return {"mesh_size", "Steps on a finer mesh", 1, measure, write};
}

}  // namespace sinew::bench
