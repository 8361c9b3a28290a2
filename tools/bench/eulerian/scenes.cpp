/// The scenes of the dissertation: its tables 5.1 to 5.3 beside ours.

#include <fmt/format.h>

#include <array>

#include "scene_run.hpp"
#include "shared_animal.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// A scene in scenes/eulerian, with its rows of the published tables.
struct Example {
    const char* name;
    bool has_animal;
    const char* parameters;
    double frame, step, least_step;  ///< [s]: table 5.2
    double goal;                     ///< seconds a frame at most, on two threads
    std::array<double, 5> parts;     ///< [s] a frame: table 5.3
    int frames = 48;                 ///< that we run
};

constexpr std::array examples{
    Example{"ball",
            false,
            "1000:1, k 10000, mu 0.5",
            6.54,
            0.025,
            0.0016,
            3.3,
            {0.84, 0.12, 2.83, 1.12, 0.01}},
    Example{"light",
            true,
            "1.3:1, k 2000, mu 0.2",
            17.4,
            0.0369,
            0.0064,
            9,
            {1.32, 5.02, 6.21, 1.72, 0.016},
            8},
    Example{"heavy",
            true,
            "1000:1, k 2000, mu 0.5",
            16.9,
            0.0236,
            0.00058,
            8.5,
            {1.35, 2.47, 8.31, 1.68, 0.016},
            6},
    Example{"cheb",
            false,
            "1.3:1, k 2000, mu 0.5",
            6.97,
            0.021,
            0.0023,
            5,
            {1.55, 1.10, 1.10, 1.37, 0.01}},
    Example{"party",
            false,
            "500:1 and 1000:1, k 10000, mu 0.2",
            54.1,
            0.0133,
            0.00083,
            30,
            {13.6, 6.72, 12.1, 14.46, 0.25},
            2},
};

json run_example(const Example& example, const Settings& settings) {
    const int frames = settings.quick ? std::min(example.frames, 2) : example.frames;
    std::vector<std::string> values{settings.quick ? "let.finer=1" : "let.finer=2",
                                    fmt::format("time.end={}/24 s", frames),
                                    "scene.tank.solver.pressure.projection=split"};
    if (example.has_animal) values.push_back(*shared_animal());
    json report = run_tank(example.name, values, settings);
    report["frames"] = frames;
    return report;
}

json measure(const Settings& settings) {
    json result;
    for (const Example& example : examples)
        if (!example.has_animal || shared_animal())
            result[example.name] = run_example(example, settings);
    return result;
}

void write_times(const json& runs, Report& report) {
    std::vector<std::vector<std::string>> rows;
    for (const Example& example : examples) {
        if (!runs.contains(example.name)) continue;
        const json& run = runs.at(example.name);
        if (run.contains("failed")) {
            rows.push_back({example.name, example.parameters, "failed: see below"});
            report.text(
                fmt::format("{} ended: {}", example.name, run.at("failed").get<std::string>()));
            continue;
        }
        const double frames = run.at("frames"), end = frames / 24;
        const double frame = run.at("wall_seconds").get<double>() / frames;
        const double substep =
            run.at("wall_seconds").get<double>() / run.at("substeps").get<double>();
        const double published = example.frame * 24 * example.step;
        const auto& cells = run.at("cells");
        rows.push_back({example.name, example.parameters,
                        std::to_string(run.at("frames").get<int>()),
                        fmt::format("{} x {} x {}", cells[0].get<int>(), cells[1].get<int>(),
                                    cells[2].get<int>()),
                        std::to_string(run.at("solid_cells").get<int>()),
                        number(end / run.at("substeps").get<double>()), number(example.step),
                        number(run.at("smallest_substep")), number(example.least_step),
                        number(substep), number(published), number(frame), number(example.frame),
                        number(example.goal), number(run.at("peak_bytes").get<double>() / 1e9)});
        report.entry({.name = fmt::format("{}: a substep", example.name),
                      .value = substep,
                      .unit = "s",
                      .paper = published});
    }
    report.table(
        {"example", "densities, k [1/s^2], mu", "frames", "grid", "solid cells", "mean substep [s]",
         "published", "least substep [s]", "published", "time of a substep [s]", "published",
         "a frame [s]", "published", "goal", "memory [GB]"},
        rows);
}

void write_parts(const json& runs, Report& report) {
    std::vector<std::vector<std::string>> rows;
    for (const Example& example : examples) {
        if (!runs.contains(example.name) || runs.at(example.name).contains("failed")) continue;
        const json& run = runs.at(example.name);
        const double frames = run.at("frames");
        const auto seconds = [&](std::initializer_list<const char*> parts) {
            double sum = 0;
            for (const char* part : parts) sum += run.at("seconds").at(part).get<double>();
            return sum / frames;
        };
        const std::array ours{seconds({"solid_cells"}), seconds({"velocities"}),
                              seconds({"projection"}), seconds({"advection", "solids"}),
                              seconds({"contact"})};
        std::vector<std::string> row{example.name};
        for (std::size_t part = 0; part < ours.size(); ++part)
            row.push_back(fmt::format("{} ({})", number(ours[part]), number(example.parts[part])));
        rows.push_back(row);
    }
    report.text("Seconds a frame in each part, and the published ones (table 5.3):");
    report.table({"example", "forces and stiffness", "velocity solves", "pressure solve",
                  "advection", "collision"},
                 rows);
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "The first frames of scenes/eulerian on the published grids (`--set let.finer=2`){}, on {} "
        "threads with the published projection (`split`), beside tables 5.1 and 5.2 of Teng 2016 "
        "(8 cores, 16 threads; means of whole runs). Those of ball and Cheb are all of "
        "theirs. Sizes, moduli and the party's shapes are not published: ours are, so a frame has "
        "other substeps; what compares is a substep.",
        settings.quick ? " (here: two frames at most, on half of the edges)" : "",
        settings.threads));
    write_times(runs.front(), report);
    write_parts(runs.front(), report);
}

}  // namespace

Table eulerian_scenes_table() {
    return {"scenes", "The dissertation's scenes", 1, measure, write};
}

}  // namespace sinew::bench
