/// The elbow's frames with the contact that Gao, Mitchell & Sifakis 2014 published: springs to
/// where the distance field of the body at rest leads, in so many iterations of Newton's method.

#include <fmt/format.h>

#include <algorithm>

#include "characters.hpp"
#include "kit/timing.hpp"
#include "surface_runs.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// The paper's boundary solves of 0.512 s at 135 to 150 degrees are four Newton steps of 0.120 s.
constexpr int newton_iterations = 4;
constexpr double linear_tolerance = 0.01;
constexpr const char* springs = "couplings: [{type: rest_shape_contact, stiffness: 12 MPa/m}]\n";

json measure(const Settings& settings) {
    const SkinningScene scene = skinning_scene("arm_surface_contact", body_slots);
    const std::string solver = fmt::format(
        "solver: {{type: static, newton: {{iterations: {}}}, linear: {{type: pcg, preconditioner: "
        "own, tolerance: {}}}}}\n",
        newton_iterations, linear_tolerance);
    SteppedScene run(scene.slots + springs + surface_unknowns + solver, scene.end, scene.frame);
    return bend(run, settings.quick, [](const json& contact, json& range) {
        add_to(range["pairs"], contact.at("pairs"));
        const double deepest = contact.at("deepest");
        range["deepest"] = std::max(range.value("deepest", 0.0), deepest);
    });
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    report.text(fmt::format(
        "The same frames with coupling/rest_shape_contact as section 3 has it (12 MPa/m; the paper "
        "gives no stiffness), on {} threads, in {} iterations of Newton's method a frame, whatever "
        "is left: the paper's boundary solves at the end are as long as four of its Newton steps. "
        "Linear systems are solved to {:g}. Residual: what the last frame leaves beside the "
        "largest force; deepest: the longest spring of the frames. Seconds, the paper's in "
        "brackets.",
        settings.threads, newton_iterations, linear_tolerance));
    std::vector<std::vector<std::string>> rows;
    double wall = 0, frames = 0;
    for (std::size_t k = 0; k < runs.front().size(); ++k) {
        const BendingRange& range = bending_ranges[k];
        const json& one = runs.front().at(k);
        const auto beside = [](double value, double paper) {
            return fmt::format("{} ({:g})", number(value), paper);
        };
        wall += one.at("wall").get<double>();
        frames += one.at("frames").get<double>();
        rows.push_back({range.angle,
                        fmt::format("{:.0f} ({})", per(one, "pairs", "frames"), range.pairs),
                        number(1e3 * one.at("deepest").get<double>()),
                        number(one.at("residual").get<double>()),
                        fmt::format("{:.1f}", per(one, "iterations", "frames")),
                        beside(per(one, "linear", "iterations"), range.boundary_iteration),
                        beside(per(one, "linear", "frames"), range.boundary),
                        beside(per(one, "wall", "frames"), range.surface_frame)});
        report.entry({.name = fmt::format("elbow at {} degrees, published contact: seconds a frame",
                                          range.angle),
                      .value = per(one, "wall", "frames"),
                      .unit = "s",
                      .paper = range.surface_frame});
    }
    report.table({"degrees", "pairs", "deepest [mm]", "residual", "iterations of CG a frame",
                  "boundary iteration", "boundary solve", "frame"},
                 rows);
    report.text(fmt::format("Mean frame: {:.3g} s, the paper's 0.463.", wall / frames));
}

}  // namespace

Table surface_published_contact_table() {
    return {"surface_published_contact", "Steklov-Poincare skinning: the published contact", 1,
            measure, write};
}

}  // namespace sinew::bench
