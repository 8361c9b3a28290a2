/// Cost of a rig other than the solver's: bounded biharmonic weights, procedural skins, and the
/// search for nodes of a skin inside its own body.

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <sinew/mechanics/skinning/rigged_body.hpp>
#include <sinew/mechanics/skinning/skinning.hpp>

#include "characters.hpp"
#include "kit/scene_body.hpp"
#include "kit/timing.hpp"
#include "stepped_scene.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// A hand of 20 bones in some 30,000 tetrahedra: a metacarpal and three phalanges for each finger,
/// which spread from the wrist.
std::string hand(double edge, const std::filesystem::path& artifact) {
    std::string joints, limbs;
    const double lengths[]{7, 4, 2.6, 2}, radii[]{1.25, 0.95, 0.85, 0.75};
    for (int finger = 0; finger < 5; ++finger) {
        const double angle = (finger - 2) * 15.0 * std::numbers::pi / 180;
        const auto place = [&](double along) {
            return fmt::format("[{:.4f} cm, {:.4f} cm, 0]", along * std::cos(angle),
                               along * std::sin(angle));
        };
        double along = 2;
        for (int k = 0; k < 4; ++k) {
            const std::string name = fmt::format("f{}{}", finger, k);
            const double length = (finger == 0 || finger == 4 ? 0.85 : 1.0) * lengths[k];
            joints += fmt::format("    - {{name: {}, {}at: {}, tail: {}, radius: 3 mm}}\n", name,
                                  k > 0 ? fmt::format("parent: f{}{}, ", finger, k - 1) : "",
                                  place(along), place(along + length));
            limbs += fmt::format("        - {{bone: {}, radii: [{} cm, {} cm]}}\n", name,
                                 radii[k] * (k == 0 ? 1.2 : 1), radii[k]);
            along += length;
        }
    }
    return "rig:\n  type: skeleton\n  joints:\n" + joints +
           "mesh:\n  type: implicit\n  shape:\n    limbs:\n      blend: 4 mm\n      of:\n" + limbs +
           fmt::format("  size: {{surface: {0} mm, inside: {0} mm}}\n", edge) +
           fmt::format("weights: {{type: bbw, artifact: {}}}\n", artifact.string()) +
           "material: {type: ex_rotated, young: 30 kPa, poisson: 0.4}\n"
           "constraints: [{type: attach}]\n";
}

json measure_hand(const Settings& settings) {
    const std::filesystem::path artifact = settings.scratch / "bench_hand_weights.h5";
    std::filesystem::remove(artifact);
    // The same body with its weights to make, and with its weights to read.
    const std::string body = hand(settings.quick ? 9 : 5.5, artifact);
    const double start = now();
    { const SceneBody first(body); }
    const double half = now();
    SceneBody scene(body);
    const double seconds = (half - start) - (now() - half);
    const RiggedBody& rigged = rigged_body_of(scene.node(), {});
    json result{{"seconds", seconds},
                {"elements", scene.mesh().n_elements()},
                {"nodes", scene.mesh().n_nodes()},
                {"bones", rigged.nodes.cols()}};
    double least = 1, sum = 0;
    for (Eigen::Index i = 0; i < rigged.nodes.rows(); ++i) {
        double row = 0;
        for (SkinWeights::InnerIterator w(rigged.nodes, i); w; ++w) {
            least = std::min(least, w.value());
            row += w.value();
        }
        sum = std::max(sum, std::abs(row - 1));
    }
    result["least"] = least;
    result["sum"] = sum;
    const BoneMotion& motion = rigged.rig->at(0);
    Contest contest;
    Points posed;
    for (const auto& [name, blend] :
         {std::pair{"linear", Blend::linear}, std::pair{"dual_quaternion", Blend::dual_quaternion}})
        contest.add(
            name, [] {},
            [&, blend = blend] {
                posed = skinned(scene.mesh().positions, rigged.nodes, motion, blend);
            },
            {50, 0.3});
    result["skins"] = contest.run(settings.quick ? 1 : 3);
    std::filesystem::remove(artifact);
    return result;
}

json measure(const Settings& settings) {
    return {{"hand", measure_hand(settings)}};
}

void write(const std::vector<json>& runs, const Settings& settings, Report& report) {
    const json& hand = runs.front().at("hand");
    report.text(fmt::format(
        "A hand of {} tetrahedra, {} nodes and {} bones, on {} threads. Beside ours, on a hand of "
        "29,998 tetrahedra, 7,234 vertices and 20 bones: libigl's weights after 100 iterations "
        "(34.1 s, least weight -2.6e-7) and its skins (two threads). Our weights are the minimum "
        "itself: the least of them is {:g}, and sums of rows differ from one by {:.1g} at most.",
        hand.at("elements").get<int>(), hand.at("nodes").get<int>(), hand.at("bones").get<int>(),
        settings.threads, hand.at("least").get<double>(), hand.at("sum").get<double>()));
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](const std::string& what, double value, const std::string& unit,
                         std::optional<double> peer, double goal) {
        rows.push_back({what, number(value) + " " + unit, number(peer), number(goal),
                        against_goal(value, goal)});
        report.entry({.name = what, .value = value, .unit = unit, .paper = peer});
    };
    add("bounded biharmonic weights", typical(runs, "/hand/seconds"), "s", 34.1, 7);
    add("dual quaternion skin", 1e3 * Timing::of(runs, "/hand/skins/dual_quaternion").median, "ms",
        0.71, 0.3);
    add("linear blend skin", 1e3 * Timing::of(runs, "/hand/skins/linear").median, "ms", 1.26, 0.3);
    report.check("least weight below zero", std::min(0.0, hand.at("least").get<double>()), 0);
    report.check("weights' sums beside one", hand.at("sum").get<double>(), 1e-14);
    report.table({"part", "ours", "libigl", "goal, at most", "reached"}, rows);
}

}  // namespace

Table rig_parts_table() {
    return {"rig_parts", "What a rig costs beside the solver", 1, measure, write};
}

}  // namespace sinew::bench
