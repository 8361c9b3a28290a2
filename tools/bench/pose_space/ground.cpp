/// Bases of poses beside one basis for all of them, in the air and on the ground.

#include <fmt/format.h>

#include <algorithm>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// Steps of the scene in which the X is in the air, and those in which it stands again.
constexpr std::size_t landing = 108, landed = 144, end = 217;
/// Columns of the probe: two feet, and the crossing.
constexpr std::size_t n_feet = 2;

/// How far feet are from where they stand: the most that they sink, or rise [m].
json feet(const CharacterRun& run) {
    double lowest = 0, highest = 0;
    for (const std::vector<double>& row : steps_of(run, landed, end).rows)
        for (std::size_t foot = 0; foot < n_feet; ++foot) {
            lowest = std::min(lowest, row[3 * foot + 2]);
            highest = std::max(highest, row[3 * foot + 2]);
        }
    return {{"down", -lowest}, {"up", highest}};
}

struct Kind {
    const char *name, *label, *from, *to;
};
constexpr Kind kinds[]{
    {"own", "20 of each pose", "size: 20}", "size: 20}"},
    {"unilateral", "20 of each pose, unilateral (penalty 100)", "motion: sliding",
     "penalty: 100, motion: unilateral"},
    {"common20", "20 of both", "type: pose_space\n", "type: pose_space\n      common: 20\n"},
    {"common40", "40 of both", "type: pose_space\n", "type: pose_space\n      common: 40\n"},
};

json measure(const Settings& settings) {
    const CharacterScene scene("pose_space/ground.yaml");
    const CharacterRun full = run_character(settings, "ground-full", scene.in_full_space());
    const CharacterRun full_in_air = steps_of(full, 0, landing);
    json result = {{"full", feet(full)}, {"motion", largest_motion(full_in_air)}};
    for (const Kind& kind : kinds) {
        const CharacterRun run =
            run_character(settings, std::string("ground-") + kind.name,
                          scene.with_all_elements().replaced(kind.from, kind.to));
        result[kind.name] = feet(run);
        result[kind.name]["error"] = largest_error(steps_of(run, 0, landing), full_in_air);
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    const json& all = runs.front();
    report.text(fmt::format(
        "scenes/pose_space/ground.yaml, as figure 14: an X that swings in the air and is put on "
        "the ground, in bases of both poses, of all elements and nodes. In the air: the largest "
        "distance of feet and crossing from where they are in full space, over their largest "
        "motion there, {:.1f} cm. On the ground: the most that feet sink into it, and rise.",
        100 * all.at("motion").get<double>()));
    std::vector<std::vector<std::string>> rows;
    const auto millimetres = [](const json& one, const char* way) {
        return fmt::format("{:.2f}", 1e3 * one.at(way).get<double>());
    };
    for (const Kind& kind : kinds) {
        const json& one = all.at(kind.name);
        rows.push_back({kind.label, fmt::format("{:.1f}%", 100 * one.at("error").get<double>()),
                        millimetres(one, "down"), millimetres(one, "up")});
    }
    rows.push_back({"full space without ground", "", millimetres(all.at("full"), "down"),
                    millimetres(all.at("full"), "up")});
    report.table({"vectors", "error in the air", "down [mm]", "up [mm]"}, rows);
}

}  // namespace

Table ground_table() {
    return {"ground", "Bases of poses beside one of all", 1, measure, write};
}

}  // namespace sinew::bench
