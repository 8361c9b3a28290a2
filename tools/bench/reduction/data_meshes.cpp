/// Meshes made by others, in few reduced coordinates, their forces by cubature.

#include <fmt/format.h>
#include <omp.h>

#include <cstdlib>
#include <filesystem>

#include "kit/timing.hpp"
#include "semi_implicit.hpp"
#include "subspace_bodies.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Case {
    const char *name, *mesh;  ///< {0}: the folder of the meshes
    const char* file;         ///< without which it is left out
    const char* material;
    const char* constrained;
    double amplitude;  ///< of the poses
};
constexpr Case cases[]{
    {"elephant", "{{type: gmsh, file: {0}/elephant_rigged/elephant.mesh, fit: 1 m}}",
     "elephant_rigged/elephant.mesh", "{type: neo_hookean, young: 3 MPa, poisson: 0.4}",
     "{extent: {axis: y, from: 0, to: 0.2}}", 0.1},
    {"bridge",
     "{{type: vega, file: {0}/simpleBridge_vega/simpleBridge-ic_128_0.15_.1.veg, fit: 1 m}}",
     "simpleBridge_vega/simpleBridge-ic_128_0.15_.1.veg",
     "{type: neo_hookean, young: 1 MPa, poisson: 0.4}",
     "{any_of: [{extent: {axis: x, from: 0, to: 0.03}}, {extent: {axis: x, from: 0.97, to: 1}}]}",
     0.03},
    {"crane",
     "{{type: vega, file: {0}/towerCrane_vega/towerCrane_resol166.veg, fixed: "
     "{0}/towerCrane_vega/towerCrane_resol166.bou, fit: 1 m}}",
     "towerCrane_vega/towerCrane_resol166.veg",
     "{type: corotational, young: 500 MPa, poisson: 0.4}", "{set: fixed}", 0.1},
};

std::filesystem::path data_folder() {
    const char* given = std::getenv("SINEW_DATA");
    return given == nullptr ? "" : given;
}

std::string scene_of(const Case& which, bool quick) {
    const std::string folder = data_folder().string();
    return fmt::format(R"(mesh: {}
material: {}
constraints: [{{type: fixed, where: {}}}]
loads: [{{type: gravity}}]
reduction:
  type: subspace
  basis: {{type: modal_derivatives, modes: {}, size: {}}}
  forces: {{type: cubature, tolerance: {}, poses: {{count: {}, amplitude: {}}}, unreached: keep}}
linear: {{type: dense}}
)",
                       fmt::format(fmt::runtime(which.mesh), folder), which.material,
                       which.constrained, quick ? 4 : 10, quick ? 6 : 20, quick ? 0.1 : 0.02,
                       quick ? 40 : 200, which.amplitude);
}

json measure_case(const Case& which, const Settings& settings) {
    json result;
    const double ahead = seconds_ahead("basis/");
    const double start = now();
    SceneBody scene(scene_of(which, settings.quick));
    forces_of(scene).report(result["cubature"]);
    result["whole"] = now() - start;
    result["basis"] = seconds_ahead("basis/") - ahead;
    result["r"] = scene.system().size();
    result["nodes"] = scene.body().mesh.n_nodes();
    SemiImplicitSteps steps(scene.system(), scene.linear(), 1e-3);
    constexpr int batch = 20;
    for (const double s : repeat(
             [&] {
                 for (int k = 0; k < batch; ++k) steps.step();
             },
             Effort{settings.quick ? 2 : 20, 0.0}))
        result["seconds"].push_back(s / batch);
    result["reach"] = steps.reach();
    return result;
}

json measure(const Settings& settings) {
    omp_set_num_threads(settings.threads);
    keep_artifacts_in_scratch(settings);
    json result = json::object();
    for (const Case& which : cases)
        if (std::filesystem::exists(data_folder() / which.file))
            result[which.name] = measure_case(which, settings);
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "Public meshes, brought to a length of one metre and held, fall under gravity in "
        "semi-implicit steps, on {} thread{}. Ahead: modes with their derivatives, training, and "
        "all of it from the mesh's file on. Errors: root mean square over the poses of the "
        "relative error of the reduced force. Steps: the median, in brackets the least and the "
        "interquartile range.",
        settings.threads, settings.threads == 1 ? "" : "s"));
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        if (!runs.front().contains(which.name)) {
            report.text(
                fmt::format("Not measured: {}; {} is not there (set SINEW_DATA to the "
                            "folder of the public meshes).",
                            which.name, which.file));
            continue;
        }
        const json& one = runs.front().at(which.name);
        const json& cubature = one.at("cubature");
        const std::string path = fmt::format("/{}/", which.name);
        const Timing step = Timing::of(runs, path + "seconds");
        const double test = cubature.at("test_error");
        rows.push_back(
            {fmt::format("{}: {} nodes, {} elements", which.name, one.at("nodes").get<int>(),
                         cubature.at("of_elements").get<int>()),
             std::to_string(one.at("r").get<int>()), number(typical(runs, path + "basis")),
             number(typical(runs, path + "cubature/seconds")),
             number(typical(runs, path + "whole")),
             std::to_string(cubature.at("elements").get<int>()),
             fmt::format("{:.2f}%", 100 * cubature.at("training_error").get<double>()),
             fmt::format("{:.2f}%", 100 * test), step.text(1e6),
             fmt::format("{:.3f}", one.at("reach").get<double>())});
        report.entry({fmt::format("{}, cubature: a step", which.name), 1e6 * step.median, "us"});
        report.entry({fmt::format("{}, cubature: test error", which.name), 100 * test, "%"});
        report.entry(
            {fmt::format("{}, cubature: ahead", which.name), typical(runs, path + "whole"), "s"});
    }
    if (!rows.empty())
        report.table({"mesh", "r", "basis [s]", "training [s]", "all ahead [s]", "points",
                      "training error", "test error", "step [us]", "displacement [m]"},
                     rows);
}

}  // namespace

Table data_meshes_table() {
    return {"data_meshes", "Meshes made by others", 1, measure, write};
}

}  // namespace sinew::bench
