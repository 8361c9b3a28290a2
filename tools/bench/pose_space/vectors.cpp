/// The gorilla in fewer vectors, on one thread and on all.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// The paper's numbers of vectors, with ours of the whole, of each of the four large regions and of
/// each of the two small ones, and its steps a second on one core and on many.
struct Size {
    int vectors, global, large, small, one_core, many_cores;
};
constexpr Size sizes[]{{100, 17, 17, 8, 240, 750},
                       {50, 10, 8, 4, 600, 1550},
                       {25, 5, 4, 2, 1400, 2200},
                       {10, 4, 1, 1, 2200, 2350}};

json measure(const Settings& settings) {
    const CharacterScene scene("pose_space/gorilla.yaml");
    json result;
    CharacterRun full;
    if (!settings.quick) full = run_character(settings, "full", scene.in_full_space());
    for (const Size& size : sizes) {
        if (settings.quick && size.vectors > 10) continue;
        const CharacterScene fewer =
            scene.replaced("size: 17}", "size: XX}")
                .replaced("size: 8}", fmt::format("size: {}}}", size.small))
                .replaced("size: XX}", fmt::format("size: {}}}", size.large))
                .replaced("global: 17", fmt::format("global: {}", size.global));
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
        "scenes/pose_space/gorilla.yaml with fewer vectors of each region, in 300 elements and in "
        "nodes of the same tolerance. Steps a second without output, on one thread and on {}; the "
        "paper's, of one core and of twelve, in brackets. Error: of the probes beside full space, "
        "over their largest secondary motion.",
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
            {.name = fmt::format("gorilla, {} vectors: seconds a step on one thread", size.vectors),
             .value = on_one,
             .unit = "s",
             .paper = 1.0 / size.one_core});
    }
    report.table({"vectors", "elements", "nodes", "error", "one thread", "all threads"}, rows);
}

}  // namespace

Table vectors_table() {
    return {"vectors", "The gorilla in fewer vectors", 1, measure, write};
}

}  // namespace sinew::bench
