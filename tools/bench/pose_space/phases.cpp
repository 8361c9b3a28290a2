/// Where the time of a step goes.

#include <fmt/format.h>

#include "character_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

json measure(const Settings& settings) {
    const std::string name = settings.quick ? "x_shape" : "gorilla";
    const CharacterRun run =
        run_character(settings, "phases", CharacterScene("pose_space/" + name + ".yaml"));
    return {{"scene", name}, {"solver", run.solver}, {"step", run.step}};
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const json& solver = runs.front().at("solver");
    const json &newton = solver.at("seconds"),
               &mine = solver.at("bodies").at(0).at("reduction").at("seconds");
    const double steps = solver.at("calls"), step = runs.front().at("step");
    const auto milliseconds = [&](const json& seconds, std::initializer_list<const char*> names) {
        double sum = 0;
        for (const char* name : names) sum += seconds.at(name).get<double>();
        return 1e3 * sum / steps;
    };
    const std::string scene = runs.front().at("scene");
    report.text(fmt::format(
        "scenes/pose_space/{}.yaml in a step, on {} threads, and the gorilla of the paper's table "
        "2 "
        "beside it. {:.1f} iterations of Newton's method a step; the paper does not say how many "
        "it takes. The surface (0.1 ms there) is an output here, and in neither sum. The paper "
        "mixes bases at all nodes, this at those of the few elements and of inertia alone.",
        scene, settings.threads, solver.at("newton").at("iterations").get<double>() / steps));
    std::vector<std::vector<std::string>> rows;
    double rest = 1e3 * step;
    const auto add = [&](const char* name, double value, const char* paper) {
        rows.push_back({name, number(value), paper});
        rest -= value;
    };
    add("rig and fit of the rest shape", milliseconds(mine, {"rest_shape"}), "0.19");
    add("mixing of bases, geometry of the few elements", milliseconds(mine, {"mixing", "rows"}),
        "0.2");
    add("reduced internal forces and stiffness", milliseconds(newton, {"forces", "tangent"}),
        "0.48");
    add("reduced forces of inertia", milliseconds(mine, {"inertia"}), "0.11");
    rows.push_back({"integration, with linear solves", number(rest), "0.24"});
    rows.push_back({"all", number(1e3 * step), "1.23"});
    report.table({"phase", "ms", "paper [ms]"}, rows);
    report.entry({.name = scene + ": milliseconds a step",
                  .value = 1e3 * step,
                  .unit = "ms",
                  .paper = 1.23});
}

}  // namespace

Table phases_table() {
    return {"phases", "The phases of a step", 1, measure, write};
}

}  // namespace sinew::bench
