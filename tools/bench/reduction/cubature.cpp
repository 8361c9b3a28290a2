/// forces/cubature on a neo-Hookean beam: training, error, and a step compared with one in full
/// space.

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>

#include "kit/timing.hpp"
#include "semi_implicit.hpp"
#include "subspace_bodies.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr double dt = 2e-3;
constexpr double goal_error = 0.02, goal_ratio = 100;
constexpr const char* trainers[]{"greedy", "importance", "nn_htp"};
constexpr std::array linear_solvers{std::pair{"pcg", "{type: pcg, tolerance: 1.0e-6}"},
                                    std::pair{"cholesky", "{type: cholesky}"}};

/// The beam of scenes/reduction/beam_neo_hookean.yaml.
std::string beam(bool quick) {
    return fmt::format(R"(mesh: {{type: box, size: [1, 0.2, 0.2], cells: [{}], element: tet4}}
material: {{type: neo_hookean, young: 200 kPa, poisson: 0.4, density: 1000}}
constraints: [{{type: fixed, where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}]
loads: [{{type: gravity}}]
)",
                       quick ? "15, 3, 3" : "63, 8, 8");
}

std::string reduced(const std::string& body, const std::string& forces) {
    return body + fmt::format(R"(reduction:
  type: subspace
  basis: {{type: modal_derivatives, modes: 10, size: 20}}
  forces: {{type: cubature, {}}}
linear: {{type: dense}}
)",
                              forces);
}

json cubature_of(SceneBody& scene) {
    json report;
    forces_of(scene).report(report);
    return report;
}

/// Seconds of steps after some to warm up; all bodies fall from rest.
std::vector<double> timed_steps(SemiImplicitSteps& steps, int n_warm, int n) {
    std::vector<double> seconds;
    for (int k = 0; k < n_warm + n; ++k) {
        const double start = now();
        steps.step();
        if (k >= n_warm) seconds.push_back(now() - start);
    }
    return seconds;
}

json measure_training(const std::string& body, const Settings& settings) {
    const std::vector<int> sizes =
        settings.quick ? std::vector{10, 20} : std::vector{10, 20, 40, 80};
    json result;
    for (const char* trainer : trainers)
        for (const int size : sizes) {
            SceneBody scene(reduced(
                body, fmt::format("trainer: {}, size: {}, tolerance: 1.0e-6, unreached: keep",
                                  trainer, size)));
            const json found = cubature_of(scene);
            json& curve = result[trainer];
            curve["points"].push_back(found.at("elements"));
            curve["training"].push_back(found.at("training_error"));
            curve["test"].push_back(found.at("test_error"));
            curve["seconds"].push_back(found.at("seconds"));
        }
    return result;
}

json measure(const Settings& settings) {
    omp_set_num_threads(settings.threads);
    keep_artifacts_in_scratch(settings);
    const std::string body = beam(settings.quick);
    json result;
    {
        SceneBody scene(reduced(body, "trainer: greedy"));
        result["cubature"] = cubature_of(scene);
        result["basis"] = seconds_ahead("basis/");
        SemiImplicitSteps steps(scene.system(), scene.linear(), dt, {0, 0.002});
        result["reduced"] = timed_steps(steps, 20, settings.quick ? 50 : 3000);
    }
    for (const auto& [name, linear] : linear_solvers) {
        SceneBody scene(body + fmt::format("linear: {}\n", linear));
        SemiImplicitSteps steps(scene.system(), scene.linear(), dt, {0, 0.002});
        result["elements"] = scene.mesh().n_elements();
        result["full"][name] = timed_steps(steps, 2, settings.quick ? 3 : 20);
    }
    result["trainers"] = measure_training(body, settings);
    return result;
}

void write_trainers(const json& run, Report& report) {
    std::vector<std::vector<std::string>> rows;
    Plot plot{"cubature", "Cubature: error against points", "points", "error", true, true};
    for (const char* trainer : trainers) {
        const json& curve = run.at("trainers").at(trainer);
        for (std::size_t k = 0; k < curve.at("points").size(); ++k)
            rows.push_back({trainer, std::to_string(curve.at("points").at(k).get<int>()),
                            fmt::format("{:.2f}%", 100 * curve.at("training").at(k).get<double>()),
                            fmt::format("{:.2f}%", 100 * curve.at("test").at(k).get<double>()),
                            number(curve.at("seconds").at(k).get<double>())});
        const auto points = curve.at("points").get<std::vector<double>>();
        for (const char* poses : {"training", "test"})
            plot.series.push_back({fmt::format("{}, {} poses", trainer, poses), points,
                                   curve.at(poses).get<std::vector<double>>()});
    }
    report.text("The three trainers, each asked for so many points at most:");
    report.table({"trainer", "points", "training error", "test error", "seconds"}, rows);
    report.plot(std::move(plot));
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const json& run = runs.front();
    const json& cubature = run.at("cubature");
    report.text(fmt::format(
        "The beam of scenes/reduction/beam_neo_hookean.yaml: {} tetrahedra, r = 20 from 10 modes "
        "and their derivatives, falling under gravity in semi-implicit steps of {:g} ms, on {} "
        "thread{}. Beside it the same step in full space, with either linear solver. Times: "
        "medians, in brackets the least and the interquartile range. Displacement error: root mean "
        "square, over poses of the test, of how far beside them the body comes to rest. Training "
        "and test error: of forces, as the displacements that they would make. Trained by default; "
        "the table of cubature beside all elements has the motion of this beam.",
        run.at("elements").get<int>(), 1e3 * dt, settings.threads,
        settings.threads == 1 ? "" : "s"));
    const double error = cubature.at("displacement_error");
    report.table(
        {"basis [s]", "training [s]", "points", "training error", "test error",
         "displacement error", "goal reached"},
        {{number(run.at("basis").get<double>()), number(cubature.at("seconds").get<double>()),
          fmt::format("{} of {}", cubature.at("elements").get<int>(),
                      cubature.at("of_elements").get<int>()),
          fmt::format("{:.2f}%", 100 * cubature.at("training_error").get<double>()),
          fmt::format("{:.2f}%", 100 * cubature.at("test_error").get<double>()),
          fmt::format("{:.2f}%", 100 * error),
          fmt::format("{:g}%: {}", 100 * goal_error, against_goal(error, goal_error))}});

    const Timing ours = Timing::of(runs, "/reduced");
    double full = 0;
    std::vector<std::string> row{ours.text()}, header{"reduced step [ms]"};
    for (const auto& [name, linear] : linear_solvers) {
        const Timing theirs = Timing::of(runs, fmt::format("/full/{}", name));
        full = full > 0 ? std::min(full, theirs.median) : theirs.median;
        row.push_back(theirs.text());
        header.push_back(fmt::format("full step, {} [ms]", name));
    }
    const double ratio = full / ours.median;
    row.push_back(fmt::format("{:.0f}", ratio));
    row.push_back(fmt::format("{:g}: {} ({:.2f} of it)", goal_ratio,
                              ratio >= goal_ratio ? "yes" : "no", ratio / goal_ratio));
    header.insert(header.end(), {"times as fast as the faster", "goal reached"});
    report.table(header, {row});
    report.entry(Entry::against("cubature step, neo-Hookean beam, r = 20", 1e3 * ours.median, "ms",
                                1e3 * full));
    report.entry({"cubature, displacement error", 100 * error, "%"});
    report.entry({"cubature, points", cubature.at("elements").get<double>(), "1"});
    report.entry({"cubature, training", cubature.at("seconds").get<double>(), "s"});
    write_trainers(run, report);
}

}  // namespace

Table cubature_table() {
    return {"cubature", "Cubature", 1, measure, write};
}

}  // namespace sinew::bench
