/// How bases of poses are aligned to each other.

#include <fmt/format.h>

#include <algorithm>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

json measure(const Settings& settings) {
    json result;
    for (const std::string name : characters) {
        if (settings.quick && name != "x_shape") continue;
        const CharacterRun run = run_character(
            settings, "alignment-" + name,
            CharacterScene(fmt::format("pose_space/{}.yaml", name)).with_all_elements());
        result[name] = {{"tree", run.reduction().at("alignment")},
                        {"norm", run.reduction().at("least_norm_of_mixed_vectors")}};
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "Each pose is aligned to the nearest one that is (figure 9 of the paper is such a tree): "
        "pose < the one it is aligned to, and the largest angle between their subspaces, of all "
        "regions. Norm: the least of a mixed vector along the clip; those of the poses have 1.");
    std::vector<std::vector<std::string>> rows;
    for (const char* scene : characters) {
        if (!runs.front().contains(scene)) continue;
        std::string tree;
        for (const json& branch : runs.front().at(scene).at("tree"))
            tree += fmt::format("{}{} < {} ({:.0f}°)", tree.empty() ? "" : ", ",
                                branch.at("pose").get<int>(), branch.at("onto").get<int>(),
                                branch.at("largest_angle").get<double>());
        rows.push_back(
            {scene, tree, fmt::format("{:.2f}", runs.front().at(scene).at("norm").get<double>())});
    }
    report.table({"scene", "tree", "norm"}, rows);
}

}  // namespace

Table alignment_table() {
    return {"alignment", "The alignment of bases", 1, measure, write};
}

}  // namespace sinew::bench
