/// The gorilla in fewer vectors, on one thread and on all.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// The paper's numbers of vectors, with the modes of a region that has 20 and of one that has 10,
/// and its steps a second on one core and on many.
struct Size {
    int vectors, large, small, one_core, many_cores;
};
constexpr Size sizes[]{{100, 20, 10, 240, 750},
                       {50, 10, 5, 600, 1550},
                       {25, 5, 2, 1400, 2200},
                       {10, 2, 1, 2200, 2350}};

json measure(const Settings& settings) {
    const CharacterScene scene("pose_space/gorilla.yaml");
    json result;
    CharacterRun full;
    if (!settings.quick) full = run_character(settings, "full", scene.in_full_space());
    for (const Size& size : sizes) {
        if (settings.quick && size.vectors > 10) continue;
        const CharacterScene fewer =
            scene.replaced("modes: 20", "modes: XX")
                .replaced("modes: 10", fmt::format("modes: {}", size.small))
                .replaced("modes: XX", fmt::format("modes: {}", size.large));
        const CharacterRun run = run_character(settings, fmt::format("r{}", size.vectors), fewer);
        Settings alone = settings;
        alone.threads = 1;
        const CharacterRun on_one = run_character(alone, fmt::format("r{}", size.vectors), fewer);
        json& one = result[std::to_string(size.vectors)] = run.counts;
        one.update({{"step", run.step}, {"step_on_one", on_one.step}});
        if (!settings.quick) one["error"] = largest_error(run, full);
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "scenes/pose_space/gorilla.yaml with fewer modes of each region, trained to the same "
        "tolerances. Steps a second without output, on one thread and on {}; the paper's, of one "
        "core and of twelve, in brackets. Error: of the probes beside full space, over their "
        "largest secondary motion.",
        settings.threads));
    std::vector<std::vector<std::string>> rows;
    for (const Size& size : sizes) {
        const std::string key = std::to_string(size.vectors);
        if (!runs.front().contains(key)) continue;
        const json& one = runs.front().at(key);
        const double step = one.at("step"), on_one = one.at("step_on_one");
        rows.push_back({fmt::format("{} ({})", one.at("vectors").get<int>(), size.vectors),
                        std::to_string(one.at("elements").get<int>()),
                        std::to_string(one.at("nodes").get<int>()),
                        one.contains("error")
                            ? fmt::format("{:.1f}%", 100 * one.at("error").get<double>())
                            : "-",
                        fmt::format("{:.0f} ({})", 1 / on_one, size.one_core),
                        fmt::format("{:.0f} ({})", 1 / step, size.many_cores)});
        report.entry(
            {fmt::format("gorilla, {} vectors: seconds a step on one thread", size.vectors),
             on_one,
             "s",
             {},
             {},
             1.0 / size.one_core});
    }
    report.table({"vectors", "elements", "nodes", "error", "one thread", "all threads"}, rows);
}

}  // namespace

Table vectors_table() {
    return {"vectors", "The gorilla in fewer vectors", 1, measure, write};
}

}  // namespace sinew::bench
