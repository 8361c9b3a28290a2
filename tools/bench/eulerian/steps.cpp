/// The scenes of the dissertation from their start to their end: figure 5.9, and what volumes do.

#include <fmt/format.h>

#include <array>

#include "scene_run.hpp"
#include "shared_animal.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr double frame = 1.0 / 24;  // [s]

/// A scene in scenes/eulerian, with its published mean and least substep (table 5.2).
struct Example {
    const char* name;
    bool has_animal;
    double mean, least;  ///< [s]
};

constexpr std::array examples{
    Example{"ball", false, 0.025, 0.0016}, Example{"light", true, 0.0369, 0.0064},
    Example{"heavy", true, 0.0236, 0.00058}, Example{"cheb", false, 0.021, 0.0023},
    Example{"party", false, 0.0133, 0.00083}};

json measure(const Settings& settings) {
    json result;
    for (const Example& example : examples) {
        std::vector<std::string> values;
        if (settings.quick) values.push_back("time.end=1/12 s");
        if (example.has_animal && !shared_animal()) continue;
        if (example.has_animal) values.push_back(*shared_animal());
        result[example.name] = run_tank(example.name, values, settings);
    }
    return result;
}

/// The largest change of a solid's volume, as a part of it.
double largest_volume_change(const json& run) {
    double largest = 0;
    for (const auto& [path, part] : run.at("volumes").items())
        largest = std::max(largest, std::abs(part.get<double>() - 1));
    return largest;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "Whole runs of scenes/eulerian as they are, with half of the published cells along each "
        "edge and the default projection (`exact`), on {} threads{}. Published: substeps on grids "
        "twice as fine (table 5.2). The last column is the largest change of a solid's volume from "
        "the start to the end.",
        settings.threads, settings.quick ? " (here: two frames)" : ""));
    std::vector<std::vector<std::string>> rows;
    Plot plot{.file = "steps",
              .title = "Mean substep of each frame (figure 5.9)",
              .x_label = "time [s]",
              .y_label = "substep [s]",
              .log_y = true};
    for (const Example& example : examples) {
        if (!runs.front().contains(example.name)) continue;
        const json& run = runs.front().at(example.name);
        if (run.contains("failed")) {
            rows.push_back({example.name, "failed: " + run.at("failed").get<std::string>()});
            continue;
        }
        const auto substeps = run.at("by_step").at("substeps").get<std::vector<double>>();
        std::vector<double> times, means;
        for (std::size_t i = 0; i < substeps.size(); ++i) {
            times.push_back(frame * double(i + 1));
            means.push_back(frame / substeps[i]);
        }
        plot.series.push_back({example.name, times, means});
        const double n_frames = double(substeps.size());
        const double seconds = run.at("wall_seconds").get<double>() / n_frames;
        rows.push_back({example.name, std::to_string(substeps.size()),
                        std::to_string(run.at("substeps").get<int>()),
                        number(frame * n_frames / run.at("substeps").get<double>()),
                        number(example.mean), number(run.at("smallest_substep")),
                        number(example.least), number(seconds),
                        fmt::format("{:.2f} %", 100 * largest_volume_change(run))});
        report.entry({fmt::format("{}: a frame of the whole run", example.name), seconds, "s"});
    }
    report.table({"example", "frames", "substeps", "mean substep [s]", "published",
                  "least substep [s]", "published", "a frame [s]", "volume"},
                 rows);
    report.plot(std::move(plot));
}

}  // namespace

Table eulerian_steps_table() {
    return {"steps", "Substeps and volumes of whole runs", 1, measure, write};
}

}  // namespace sinew::bench
