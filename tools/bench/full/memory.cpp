/// Memory: a static solve of a million tetrahedra by iterative solvers, each a whole `sinew run`.

#include <fmt/format.h>

#include <fstream>

#include "kit/sinew_run.hpp"
#include "kit/timing.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Case {
    const char *name, *linear;
};
constexpr Case cases[]{
    {"multigrid", "{type: multigrid}"},
    {"pcg", "{type: pcg}"},
    {"petsc (CG, GAMG)", "{type: petsc}"},
};

std::string scene_of(const Case& which, bool quick) {
    return fmt::format(R"(sinew: 1
time: {{end: 1 s, step: 1 s}}
scene:
  - node: block
    mesh: {{type: box, size: [2, 1, 1], cells: [{}], element: tet4}}
    material: {{type: neo_hookean, young: 1 MPa, poisson: 0.4, density: 1000}}
    constraints: [{{type: fixed, where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}]
    loads: [{{type: gravity}}]
    solver: {{type: static, linear: {}}}
    outputs: [{{type: probe, at: [2, 1, 1], name: corner}}]
)",
                       quick ? "8, 4, 4" : "93, 47, 46", which.linear);
}

json measure(const Settings& settings) {
    json result;
    for (const Case& which : cases) {
        const SinewRun run = run_scene_text(settings, "block", scene_of(which, settings.quick));
        const json& solver = run.report.at("solvers").at("/block");
        std::ifstream probe(settings.scratch / "block" / "results" / "scene-corner.csv");
        std::string last;
        for (std::string line; std::getline(probe, line);) last = line;
        result[which.name] = {{"seconds", run.process.seconds},
                              {"bytes", run.process.peak_bytes},
                              {"elements", solver.at("bodies").at(0).at("elements")},
                              {"degrees_of_freedom", solver.at("degrees_of_freedom")},
                              {"newton", solver.at("newton").at("iterations")},
                              {"linear", solver.at("linear_iterations")},
                              {"corner", last}};
    }
    return result;
}

/// The displacement along z, the last of t, x, y, z.
double sag(const json& numbers) {
    const std::string line = numbers.at("corner");
    return std::stod(line.substr(line.rfind(',') + 1));
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    constexpr double goal = 8;  // [GB]
    const json& numbers = runs.front();
    const json& first = numbers.at(cases[0].name);
    report.text(fmt::format(
        "A block of {} tetrahedra ({} degrees of freedom, neo_hookean), held at one end, sags "
        "under its "
        "weight: one equilibrium from rest, to Newton's default tolerance. Peak is the largest "
        "resident set of the process. Goal: inside 8 GB.",
        first.at("elements").get<long>(), first.at("degrees_of_freedom").get<long>()));
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        const json& one = numbers.at(which.name);
        const double gigabytes = one.at("bytes").get<double>() / 1e9;
        rows.push_back(
            {which.name, number(gigabytes), settings.quick ? "-" : against_goal(gigabytes, goal),
             number(one.at("seconds").get<double>()), std::to_string(one.at("newton").get<long>()),
             std::to_string(one.at("linear").get<long>()), fmt::format("{:.6g}", sag(one))});
        const std::string name = fmt::format("static solve of {} tets, {}, ",
                                             one.at("elements").get<long>(), which.name);
        report.entry({name + "peak memory", gigabytes, "GB"});
        report.entry({name + "time", one.at("seconds").get<double>(), "s"});
        report.check(std::string("the block's sag, ") + which.name + " against " + cases[0].name,
                     sag(one) / sag(first) - 1, 1e-4);
    }
    report.table({"linear solver", "peak [GB]", "goal reached", "time [s]", "Newton iterations",
                  "linear iterations", "sag of a corner [m]"},
                 rows);
}

}  // namespace

Table memory_table() {
    return {"memory", "A million tetrahedra", 1, measure, write};
}

}  // namespace sinew::bench
