/// Every material in full space and in a subspace: the same scene, without and with five lines.

#include <fmt/format.h>

#include "kit/timing.hpp"
#include "probe_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Case {
    const char *name, *material;
    const char* basis = "{type: modal_derivatives, modes: 8, size: 20}";
    const char* forces = "cubature";
};
constexpr Case cases[]{
    // A linear body has no derivatives of modes.
    {"linear", "{type: linear, young: 1.5 MPa, poisson: 0.4}", "{type: linear_modes, modes: 20}"},
    {"stvk", "{type: stvk, young: 1.5 MPa, poisson: 0.4}"},
    {"stvk, polynomials", "{type: stvk, young: 1.5 MPa, poisson: 0.4}",
     "{type: modal_derivatives, modes: 8, size: 20}", "stvk_polynomial"},
    {"corotational", "{type: corotational, young: 1.5 MPa, poisson: 0.4}"},
    {"neo_hookean", "{type: neo_hookean, young: 1.5 MPa, poisson: 0.4}"},
    {"stable_neo_hookean", "{type: stable_neo_hookean, young: 1.5 MPa, poisson: 0.4}"},
    {"arap", "{type: arap, young: 1.5 MPa}"},
    {"mooney_rivlin", "{type: mooney_rivlin, c10: 190 kPa, c01: 63 kPa, bulk: 2.5 MPa}"},
};

/// A bar that falls under gravity while its end is pulled to the side.
std::string bar(const Case& which, bool quick) {
    return fmt::format(R"(mesh: {{type: box, size: [1, 0.2, 0.2], cells: [{}], element: tet4}}
material: {}
constraints: [{{type: fixed, where: {{plane: {{normal: [1, 0, 0], offset: 0}}}}}}]
loads:
  - {{type: gravity}}
  - type: point
    where: {{plane: {{normal: [1, 0, 0], offset: 1}}}}
    force: {{keyframes: [[0, [0, 0, 0]], [0.2, [0, 30, 0]], [0.4, [0, 0, 0]]]}}
solver: {{type: implicit_newmark, damping: {{stiffness: 0.002}}}}
)",
                       quick ? "12, 3, 3" : "30, 6, 6", which.material);
}

std::string reduction(const Case& which) {
    return fmt::format("reduction:\n  type: subspace\n  basis: {}\n  forces: {{type: {}}}\n",
                       which.basis, which.forces);
}

json measure(const Settings& settings) {
    const char* time =
        settings.quick ? "{end: 0.2 s, step: 1/100 s}" : "{end: 0.75 s, step: 1/200 s}";
    json result;
    for (const Case& which : cases) {
        const std::string node = bar(which, settings.quick);
        const auto run = [&](const char* kind, const std::string& more) {
            return run_with_probe(settings, fmt::format("{}-{}", which.name, kind), time,
                                  node + more, "at: [1, 0.1, 0.1]");
        };
        const ProbeRun full = run("full", ""), reduced = run("reduced", reduction(which));
        const json& history = reduced.body.at("reduction");
        json& one = result[which.name];
        one = {{"elements", full.body.at("elements")},
               {"full", full.step},
               {"reduced", reduced.step},
               {"error", largest_error(reduced, full)},
               {"amplitude", largest_displacement(full)}};
        if (history.at("model").contains("displacement_error")) {
            one["points"] = history.at("model").at("elements");
            one["test"] = history.at("model").at("displacement_error");
        }
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const json& run = runs.front();
    report.text(fmt::format(
        "A bar of {} tetrahedra, held at one end, falls under gravity while the other is pulled to "
        "the side; Newton's method to convergence in every step, on {} thread{}. In full space, "
        "and with these lines more, whose numbers are no choice for the material:",
        run.at("stvk").at("elements").get<int>(), settings.threads,
        settings.threads == 1 ? "" : "s"));
    report.text("```yaml\n" + reduction(cases[1]) + "```");
    report.text(
        "Error: the largest distance of the end from where it is in full space, over its largest "
        "displacement; the basis and the cubature have their parts in it.");
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        const std::string path = fmt::format("/{}/", which.name);
        const json& one = run.at(which.name);
        const double full = typical(runs, path + "full"), reduced = typical(runs, path + "reduced");
        const double error = one.at("error").get<double>();
        rows.push_back({which.name, number(1e3 * full), number(1e3 * reduced),
                        fmt::format("{:.0f}", full / reduced),
                        fmt::format("{:.3f}", one.at("amplitude").get<double>()),
                        fmt::format("{:.2f}%", 100 * error),
                        one.contains("points") ? std::to_string(one.at("points").get<int>()) : "-",
                        one.contains("test")
                            ? fmt::format("{:.2f}%", 100 * one.at("test").get<double>())
                            : "exact"});
        report.entry(Entry::against(fmt::format("{}: a step in a subspace", which.name),
                                    1e3 * reduced, "ms", 1e3 * full));
        report.entry({fmt::format("{}: largest error of a run in a subspace", which.name),
                      100 * error, "%"});
    }
    report.table({"material", "full [ms]", "reduced [ms]", "times as fast", "displacement [m]",
                  "largest error", "points", "cubature's displacement error"},
                 rows);
    report.text(
        "Steps are means over a run. The linear body takes linear modes, since it has no "
        "derivatives of modes; `stvk, polynomials` has forces/stvk_polynomial in place of the "
        "cubature.");
}

}  // namespace

Table materials_table() {
    return {"materials", "Every material by the same five lines", 1, measure, write};
}

}  // namespace sinew::bench
