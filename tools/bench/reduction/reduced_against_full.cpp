/// Bodies in subspaces whose forces are cubatures trained by default, beside all elements in the
/// same subspace and beside full space: where loads bring them to rest, and how they move.

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>

#include "kit/timing.hpp"
#include "probe_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

constexpr double goal_statics = 0.02, goal_motion = 0.05;
constexpr double n_periods = 3;

struct Case {
    const char* name;
    const char* file;   ///< of the public meshes, without which it is left out; or ""
    const char* scene;  ///< from which mesh, constraints and what is not below are taken; or ""
    const char* body;   ///< further slots; {0}: the folder of the public meshes
    const char* loads;  ///< of the motion
    const char* dead_loads;  ///< of the equilibrium
    const char* basis;
    double period;   ///< of the softest mode [s]
    double damping;  ///< by the stiffness [s]
    const char* probed;
    const char* poses = "";  ///< parameters of the poses of training
};

constexpr const char* gravity = "loads: [{type: gravity}]\n";
constexpr const char* twenty = "{type: modal_derivatives, modes: 10, size: 20}";

const Case cases[]{
    {"crane", "towerCrane_vega/towerCrane_resol166.veg", "",
     "mesh: {{type: vega, file: {0}/towerCrane_vega/towerCrane_resol166.veg, fixed: "
     "{0}/towerCrane_vega/towerCrane_resol166.bou, fit: 1 m}}\n"
     "material: {{type: corotational, young: 500 MPa, poisson: 0.4}}\n"
     "constraints: [{{type: fixed, where: {{set: fixed}}}}]\n",
     gravity, gravity, twenty, 0.391, 1e-3, "where: {extent: {axis: z, from: 0.9, to: 1}}"},
    {"bridge", "simpleBridge_vega/simpleBridge-ic_128_0.15_.1.veg", "",
     "mesh: {{type: vega, file: {0}/simpleBridge_vega/simpleBridge-ic_128_0.15_.1.veg, fit: 1 m}}\n"
     "material: {{type: neo_hookean, young: 1 MPa, poisson: 0.4}}\n"
     "constraints: [{{type: fixed, where: {{any_of: [{{extent: {{axis: x, from: 0, to: 0.03}}}}, "
     "{{extent: {{axis: x, from: 0.97, to: 1}}}}]}}}}]\n",
     gravity, gravity, twenty, 0.741, 1e-3, "where: {extent: {axis: z, from: 0.9, to: 1}}",
     ", amplitude: 0.03"},
    {"elephant", "elephant_rigged/elephant.mesh", "",
     "mesh: {{type: gmsh, file: {0}/elephant_rigged/elephant.mesh, fit: 1 m}}\n"
     "material: {{type: neo_hookean, young: 3 MPa, poisson: 0.4}}\n"
     "constraints: [{{type: fixed, where: {{extent: {{axis: y, from: 0, to: 0.2}}}}}}]\n",
     gravity, gravity, twenty, 0.542, 1e-3, "where: {extent: {axis: x, from: 0.9, to: 1}}"},
    {"spoon, neo-Hookean", "", "reduction/spoon.yaml",
     "material: {{type: neo_hookean, young: 600 MPa, poisson: 0.4, density: 1000}}\n",
     "loads:\n- type: point\n  where: {box: {min: [-0.1, -1, -1], max: [0.4, 1, 1]}}\n"
     "  force: {keyframes: [[0, [0, 0, 0]], [0.1, [0, 0, -1000]], [0.2, [0, 0, 0]]]}\n",
     "loads:\n- type: point\n  where: {box: {min: [-0.1, -1, -1], max: [0.4, 1, 1]}}\n"
     "  force: [0, 0, -300]\n",
     "{type: modal_derivatives, modes: 6, size: 12}", 1.27, 1e-3, "at: [0.02, 0, -0.03]"},
    {"scenes/forces/cubature", "", "forces/cubature.yaml",
     "material: {{type: neo_hookean, young: 1 MPa, poisson: 0.3}}\n", gravity, gravity,
     "{type: modal_derivatives, modes: 5, size: 10}", 1.73, 0, "at: [1, 0.05, 0.05]"},
    {"scenes/reduction/beam_neo_hookean", "", "reduction/beam_neo_hookean.yaml",
     "material: {{type: neo_hookean, young: 200 kPa, poisson: 0.4, density: 1000}}\n",
     "loads: [{type: gravity}, {type: point, where: {plane: {normal: [1, 0, 0], offset: 1}}, "
     "force: {expr: [\"0\", \"20*sin(6*t)\", \"0\"]}}]\n",
     gravity, twenty, 2.19, 2e-3, "at: [1, 0.1, 0.1]"},
    {"scenes/reduction/beam_corotational", "", "reduction/beam_corotational.yaml",
     "material: {{type: corotational, young: 200 kPa, poisson: 0.4, density: 1000}}\n",
     "loads: [{type: gravity}, {type: point, where: {plane: {normal: [1, 0, 0], offset: 1}}, "
     "force: {expr: [\"0\", \"20*sin(6*t)\", \"0\"]}}]\n",
     gravity, twenty, 2.19, 2e-3, "at: [1, 0.1, 0.1]"},
};

std::filesystem::path data_folder() {
    const char* given = std::getenv("SINEW_DATA");
    return given == nullptr ? "" : given;
}

bool is_there(const Case& which) {
    return std::string_view(which.file).empty() ||
           std::filesystem::exists(data_folder() / which.file);
}

std::string body_of(const Case& which) {
    std::string body = fmt::format(fmt::runtime(which.body), data_folder().string());
    if (*which.scene) body += slots_of_scene(which.scene, {"mesh", "constraints"});
    return body;
}

std::string reduced(const Case& which, const std::string& forces) {
    return fmt::format("reduction:\n  type: subspace\n  basis: {}\n  forces: {}\n", which.basis,
                       forces);
}

/// In full space, with all elements of the subspace, and with the cubature.
struct Compared {
    ProbeRun full, projected, sampled;
};

Compared compare(const Settings& settings, const Case& which, const std::string& kind,
                 const std::string& time, const std::string& node) {
    const auto run = [&](const char* name, const std::string& more) {
        return run_with_probe(settings, fmt::format("{}-{}", kind, name), time, node + more,
                              which.probed);
    };
    const std::string cubature =
        fmt::format("{{type: cubature, poses: {{type: mixed{}}}}}", which.poses);
    return {run("full", ""), run("projected", reduced(which, "{type: projection}")),
            run("sampled", reduced(which, cubature))};
}

json errors_of(const Compared& runs) {
    return {{"points", runs.sampled.body.at("reduction").at("model").at("elements")},
            {"of_elements", runs.sampled.body.at("reduction").at("model").at("of_elements")},
            {"predicted", runs.sampled.body.at("reduction").at("model").at("displacement_error")},
            {"training", runs.sampled.body.at("reduction").at("model").at("seconds")},
            {"sampled", largest_error(runs.sampled, runs.projected)},
            {"projected", largest_error(runs.projected, runs.full)},
            {"whole", largest_error(runs.sampled, runs.full)},
            {"displacement", largest_displacement(runs.full)},
            {"full_step", runs.full.step},
            {"step", runs.sampled.step}};
}

json measure(const Settings& settings) {
    json result = json::object();
    for (const Case& which : cases) {
        if (!is_there(which)) continue;
        const std::string body = body_of(which);
        const double end = settings.quick ? 0.2 * which.period : n_periods * which.period;
        const std::string time = fmt::format("{{end: {} s, step: {} s}}", end,
                                             which.period / (settings.quick ? 20 : 200));
        result[which.name] = {
            {"statics", errors_of(compare(settings, which, "statics", "{end: 1 s, step: 1 s}",
                                          body + which.dead_loads + "solver: {type: static}\n"))},
            {"motion",
             errors_of(compare(settings, which, "motion", time,
                               body + which.loads +
                                   fmt::format("solver: {{type: implicit_newmark, damping: "
                                               "{{stiffness: {}}}}}\n",
                                               which.damping)))}};
    }
    return result;
}

std::string percent(double part) {
    return fmt::format("{:.2f}%", 100 * part);
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "Each body with `forces: {{type: cubature}}`, trained by default: beside all elements in "
        "the same subspace (`projection`), from which the points alone differ, and beside full "
        "space, from which the basis does, too. Statics: under its dead loads, goal {:g}%. Motion: "
        "{:g} periods of the softest mode by implicit Newmark in steps of a 200th of one, goal "
        "{:g}%. Errors: the largest distance of the probe from where it should be, over its "
        "largest displacement. Predicted: the displacement error of training. A step of Newton's "
        "method to convergence takes so long in the subspace, and so many times as long in full "
        "space, on {} thread{}.",
        100 * goal_statics, n_periods, 100 * goal_motion, settings.threads,
        settings.threads == 1 ? "" : "s"));
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        if (!runs.front().contains(which.name)) {
            report.text(
                fmt::format("Not measured: {}; {} is not there (set SINEW_DATA to the "
                            "folder of the public meshes).",
                            which.name, which.file));
            continue;
        }
        for (const char* kind : {"statics", "motion"}) {
            const bool moves = std::string_view(kind) == "motion";
            const json& one = runs.front().at(which.name).at(kind);
            const double error = one.at("sampled"), step = one.at("step");
            const double goal = moves ? goal_motion : goal_statics;
            rows.push_back(
                {which.name, kind,
                 fmt::format("{} of {}", one.at("points").get<int>(),
                             one.at("of_elements").get<int>()),
                 number(one.at("training").get<double>()), percent(one.at("predicted")),
                 percent(error), fmt::format("{:g}%: {}", 100 * goal, against_goal(error, goal)),
                 percent(one.at("projected")), percent(one.at("whole")),
                 fmt::format("{:.3f}", one.at("displacement").get<double>()),
                 moves ? number(1e6 * step) : "",
                 moves ? fmt::format("{:.0f}", one.at("full_step").get<double>() / step) : ""});
            report.entry({fmt::format("{}, {}: points beside all elements", which.name, kind),
                          100 * error, "%"});
        }
    }
    if (!rows.empty())
        report.table({"body", "", "points", "training [s]", "predicted", "points beside projection",
                      "goal reached", "projection beside full", "points beside full",
                      "displacement [m]", "step [us]", "times as fast"},
                     rows);
}

}  // namespace

Table reduced_against_full_table() {
    return {"reduced_against_full", "Cubature beside all elements, at rest and in motion", 1,
            measure, write};
}

}  // namespace sinew::bench
