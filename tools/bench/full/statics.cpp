/// A static large deflection in Sinew and in CalculiX: the same mesh file, law, loads and
/// tolerance.

#include <fmt/format.h>

#include <Eigen/Core>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

#include "kit/sinew_run.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Case {
    const char *name, *increments;  ///< of cantilever.py
};
constexpr Case cases[]{{"ten equal increments in both", "10"},
                       {"at once, cut as each program needs", "1"}};

/// Runs cantilever.py and returns its output.
std::string script(std::vector<std::string> words) {
    words.insert(words.begin(), {"python3", (own_folder() / "cantilever.py").string()});
    const Finished finished = run_program(words);
    if (finished.code != 0) throw ComputationError("cantilever.py: " + finished.output);
    return finished.output;
}

json numbers_of(const Finished& finished) {
    return {{"seconds", finished.seconds},
            {"cpu", finished.cpu_seconds},
            {"bytes", finished.peak_bytes}};
}

json measure_case(const Case& which, const Settings& settings) {
    const std::filesystem::path folder = settings.scratch / "cantilever";
    const std::string threads = std::to_string(settings.threads);
    std::vector<std::string> words{"write", folder.string()};
    for (const char* cells : {"88", "14", "14"}) words.push_back(cells);
    if (settings.quick)
        std::copy_n(std::vector<std::string>{"16", "2", "2"}.begin(), 3, words.end() - 3);
    words.insert(words.end(), {"1e-7", "1e-7", which.increments});
    script(words);
    const SinewRun ours = run_scene_file(settings, folder, "beam.yaml");
    const Finished theirs =
        run_program({"ccx", "beam"},
                    {{"OMP_NUM_THREADS", threads}, {"CCX_NPROC_EQUATION_SOLVER", threads}}, folder);
    if (theirs.code != 0) throw ComputationError("ccx: " + theirs.output);
    json result = json::parse(script({"read", folder.string()}));
    result["sinew"].update(numbers_of(ours.process));
    result["calculix"].update(numbers_of(theirs));
    result["nodes"] = ours.report.at("solvers").at("/beam").at("bodies").at(0).at("nodes");
    return result;
}

json measure(const Settings& settings) {
    json result;
    if (find_program("ccx").empty() || find_program("python3").empty()) return result;
    for (const Case& which : cases) result[which.name] = measure_case(which, settings);
    return result;
}

Eigen::Vector3d tip(const json& numbers) {
    const auto u = numbers.at("tip").get<std::vector<double>>();
    return {u.at(0), u.at(1), u.at(2)};
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    if (runs.front().is_null()) {
        report.text("Not measured: ccx or python3 is not there (Debian's package calculix-ccx).");
        return;
    }
    report.text(fmt::format(
        "A cantilever of {} nodes (hex8, C3D8) and CalculiX's neo-Hookean law bends by half of its "
        "length; both programs read one mesh file, on {} threads, from start to end. Tolerance "
        "1e-7 "
        "in both: in Sinew the 2-norm of the residual over that of the largest forces, in CalculiX "
        "the largest residual over the mean force and the largest correction over the largest "
        "increment. Medians of {} runs. Goal: 3 times as fast.",
        runs.front().at(cases[0].name).at("nodes").get<int>(), settings.threads, runs.size()));
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        const json& numbers = runs.front().at(which.name);
        const std::string path = fmt::format("/{}/", which.name);
        const Eigen::Vector3d theirs = tip(numbers.at("calculix"));
        const double difference = (tip(numbers.at("sinew")) - theirs).norm() / theirs.norm();
        const double seconds[]{typical(runs, path + "sinew/seconds"),
                               typical(runs, path + "calculix/seconds")};
        for (const char* program : {"sinew", "calculix"}) {
            const json& one = numbers.at(program);
            const bool is_ours = program[0] == 's';
            rows.push_back(
                {which.name, is_ours ? "Sinew" : "CalculiX",
                 number(typical(runs, path + program + "/seconds")),
                 number(typical(runs, path + program + "/cpu")),
                 std::to_string(one.at("increments").get<int>()),
                 std::to_string(one.at("iterations").get<int>()),
                 number(one.at("bytes").get<double>() / 1e9), fmt::format("{:.7f}", tip(one)[2]),
                 is_ours ? fmt::format("{:.1f} times as fast", seconds[1] / seconds[0]) : ""});
        }
        const std::string what = fmt::format("static large deflection, {}", which.name);
        report.check(what + ": tip displacement against CalculiX's", difference, 1e-4);
        report.entry(Entry::against(what, seconds[0], "s", seconds[1]));
    }
    report.table({"load", "program", "wall [s]", "processor [s]", "increments", "Newton iterations",
                  "peak [GB]", "tip along z [m]", "compared"},
                 rows);
}

}  // namespace

Table statics_table() {
    return {"statics", "Static large deflection, beside CalculiX", 1, measure, write};
}

}  // namespace sinew::bench
