/// A pull at the bear's cheek, in vectors of regions and in those of the whole.

#include <fmt/format.h>

#include <cmath>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Kind {
    const char *name, *label, *basis;  ///< "": the scene's own
};
constexpr Kind kinds[]{
    {"regions", "of regions, with derivatives and 17 of the whole", ""},
    {"whole", "modes of the whole", "      basis: {type: linear_modes, modes: 100}\n"},
    {"more", "modes of the whole", "      basis: {type: linear_modes, modes: 180}\n"},
};

/// The bear at rest, its left cheek pulled; the cheek, the ear above it and the left arm are
/// probed.
CharacterScene pulled() {
    CharacterScene scene = CharacterScene("pose_space/bear.yaml")
                               .with_all_elements()
                               .without("time:", 0)
                               .without("solver:", 4)
                               .without("outputs:", 4);
    return scene.replaced("sinew: 1\n", "sinew: 1\ntime: {end: 1/90 s, step: 1/90 s}\n")
        .replaced(
            "    weights: {type: bbw}\n",
            "    weights: {type: bbw}\n"
            "    solver: {type: static}\n"
            "    loads: [{type: point, force: [60 N, -40 N, 0 N], where: {sphere: {center: "
            "[13 cm, -17 cm, 150 cm], radius: 11 cm}}}]\n"
            "    outputs: [{type: probe, at: [[17 cm, -19 cm, 150 cm], [16 cm, -1 cm, 174 cm], "
            "[36 cm, -3 cm, 105 cm]], quantities: [secondary]}]\n");
}

json measure(const Settings& settings) {
    const CharacterScene scene = pulled();
    const auto moved = [&](const std::string& name, const CharacterScene& text) {
        const CharacterRun run = run_character(settings, "pull-" + name, text);
        json one = run.counts;
        const std::vector<double>& last = run.rows.back();
        for (std::size_t k = 0; k < 3; ++k)
            one["motion"].push_back(std::sqrt(last[3 * k] * last[3 * k] +
                                              last[3 * k + 1] * last[3 * k + 1] +
                                              last[3 * k + 2] * last[3 * k + 2]));
        return one;
    };
    json result = {{"full", moved("full", scene.in_full_space())}};
    for (const Kind& kind : kinds) {
        if (settings.quick && kind.basis[0] != 0) continue;
        result[kind.name] =
            moved(kind.name, kind.basis[0] == 0
                                 ? scene
                                 : scene.without("basis:", 6)
                                       .replaced("type: pose_space\n",
                                                 std::string("type: pose_space\n") + kind.basis));
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "The bear of scenes/pose_space at rest, pulled at its left cheek, in statics and by all "
        "elements: how far the cheek, the ear above it and the left arm go [mm]. (Figure 11 of the "
        "paper: 180 modes of the whole move the cheeks, and the arm with them.)");
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](const std::string& vectors, const std::string& label, const json& one) {
        std::vector<std::string> row{vectors, label};
        for (const json& motion : one.at("motion"))
            row.push_back(fmt::format("{:.3g}", 1e3 * motion.get<double>()));
        rows.push_back(row);
    };
    for (const Kind& kind : kinds)
        if (runs.front().contains(kind.name)) {
            const json& one = runs.front().at(kind.name);
            add(std::to_string(one.at("vectors").get<int>()), kind.label, one);
        }
    add("-", "full space", runs.front().at("full"));
    report.table({"vectors", "", "cheek", "ear", "arm"}, rows);
}

}  // namespace

Table local_pull_table() {
    return {"local_pull", "A pull at a cheek", 1, measure, write};
}

}  // namespace sinew::bench
