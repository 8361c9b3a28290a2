/// Figure 12 of Barbic & James 2005: a spoon that was struck swings, in full space and in subspaces
/// of twelve reduced coordinates.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "kit/timing.hpp"
#include "probe_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// The end of the bowl, where the sketch pulls and which is looked at.
constexpr const char* bowl_end = "{box: {min: [-0.1, -1, -1], max: [0.12, 1, 1]}}";
constexpr const char* probed = "at: [0.02, 0, -0.03]";

/// Of the reduced runs, as the axis of figure 12 has them.
constexpr int steps_a_second = 3500;

/// Where the force that strikes acts, the same in time and size.
struct Strike {
    const char *name, *place;
    const char* where;
};
constexpr Strike strikes[]{
    {"bowl", "the front half of its bowl", "{box: {min: [-0.1, -1, -1], max: [0.4, 1, 1]}}"},
    {"end", "the end of its bowl, as the paper's was", bowl_end},
};

/// The slots of scenes/reduction/spoon.yaml that the runs share, and the load.
std::string spoon(const Strike& strike, bool quick) {
    std::string node =
        "formulation: {type: displacement, quadrature: exact_for_stvk}\n" +
        slots_of_scene("reduction/spoon.yaml", {"mesh", "material", "constraints"}) +
        fmt::format(
            "loads:\n- type: point\n  where: {}\n  force: {{keyframes: [[0, [0, 0, 0]], [0.1, [0, "
            "0, -1000]], [0.2, [0, 0, 0]]]}}\n",
            strike.where);
    const std::string resolution = "resolution: 100";
    if (const auto found = node.find(resolution); quick && found != std::string::npos)
        node.replace(found, resolution.size(), "resolution: 40");
    return node;
}

/// Forces as a hand may have tried them: down, up, to the side and askew, of several sizes [N].
std::string sketched_forces() {
    std::string list;
    const auto add = [&](double y, double z) {
        list += fmt::format("{}{{where: {}, force: [0, {:g}, {:g}]}}", list.empty() ? "" : ", ",
                            bowl_end, y, z);
    };
    for (const double size : {6, 15, 30, 60}) {
        add(0, -size);
        add(0, size);
        add(size / 2, 0);
        add(-size / 2, 0);
        add(size / 3, -size / 2);
    }
    return list;
}

struct Case {
    const char *name, *label;
    double goal_amplitude, goal_frequency;  ///< parts of full space's; 0: none
    const char* paper;
};
constexpr Case cases[]{
    {"mass_pca", "mass-PCA of the full motion, r = 12", 0.01, 0.01, "very close"},
    {"modal_derivatives", "modal derivatives, k = 6, r = 12", 0.02, 0.06, "4.6% lower"},
    {"sketch", "sketch, r = 12", 0, 0, "10.1% lower"},
    {"linear_modes", "linear modes, r = 12", 0, 0, "-"},
};

std::string basis(const std::string& name, const std::filesystem::path& full_motion) {
    if (name == "mass_pca")
        return fmt::format("{{type: mass_pca, size: 12, snapshots: {}}}", full_motion.string());
    if (name == "sketch")
        return fmt::format("{{type: sketch, size: 12, forces: [{}]}}", sketched_forces());
    return name == "linear_modes" ? "{type: linear_modes, modes: 12}"
                                  : "{type: modal_derivatives, modes: 6, size: 12}";
}

json numbers_of(const ProbeRun& run) {
    json result{{"times", run.times},
                {"step", run.step},
                {"degrees_of_freedom", run.body["degrees_of_freedom"]}};
    for (const auto& u : run.displacements) result["heights"].push_back(u[2]);
    result["elements"] = run.body.at("elements");
    if (run.body.contains("reduction"))
        result["precomputation"] = run.body.at("reduction").at("basis_seconds");
    return result;
}

json measure(const Settings& settings) {
    const int steps = settings.quick ? 500 : steps_a_second,
              converged = settings.quick ? 250 : 1000;
    const auto until = [](double end, int frequency) {
        return fmt::format("{{end: {} s, step: 1/{} s}}", end, frequency);
    };
    const double end = settings.quick ? 1.4 : 2.1;
    const std::string semi_implicit = slots_of_scene("reduction/spoon.yaml", {"solver"});
    json result;
    for (const Strike& strike : strikes) {
        const std::string node = spoon(strike, settings.quick);
        const auto run = [&](const std::string& name, const std::string& time,
                             const std::string& slots, const char* outputs = "") {
            return numbers_of(run_with_probe(settings, fmt::format("{}-{}", strike.name, name),
                                             time, node + slots, probed, outputs));
        };
        json& of_strike = result[strike.name];
        of_strike["full"] = run("full", until(end, converged),
                                "solver:\n  type: implicit_newmark\n"
                                "  damping: {mass: 0.1, stiffness: 0.001, tangent: exact}\n",
                                "{type: vtu, every: 1/50 s}");
        of_strike["full_step"] =
            run("full-step", until(100.0 / steps, steps), semi_implicit).at("step");
        for (const Case& which : cases)
            of_strike[which.name] =
                run(which.name, until(end, steps),
                    semi_implicit +
                        fmt::format("reduction:\n  type: subspace\n  basis: {}\n"
                                    "  forces: {{type: stvk_polynomial}}\n",
                                    basis(which.name, settings.scratch /
                                                          fmt::format("{}-full", strike.name) /
                                                          "results" / "scene.pvd")));
    }
    return result;
}

struct Swing {
    double amplitude = 0;  ///< largest deflection before it first comes back through rest [m]
    double frequency = 0;  ///< of the swings after that, as many as `n_crossings` bound [Hz]
    std::size_t n_crossings = 0;
};

/// The swing, by at most so many crossings of rest.
Swing swing_of(const json& run, std::size_t most_crossings) {
    const auto t = run.at("times").get<std::vector<double>>();
    const auto z = run.at("heights").get<std::vector<double>>();
    std::vector<double> crossings;
    Swing swing;
    std::size_t k = 1;
    while (k < z.size() && !(std::abs(z[k]) > 1e-3)) ++k;  // rest at the start is no crossing
    for (; k < z.size() && crossings.size() < most_crossings; ++k) {
        if (crossings.empty()) swing.amplitude = std::max(swing.amplitude, std::abs(z[k]));
        if (z[k - 1] * z[k] < 0)
            crossings.push_back(t[k - 1] + (t[k] - t[k - 1]) * z[k - 1] / (z[k - 1] - z[k]));
    }
    swing.n_crossings = crossings.size();
    if (crossings.size() > 1)
        swing.frequency = 0.5 * double(crossings.size() - 1) / (crossings.back() - crossings[0]);
    return swing;
}

std::string goal_text(double error, double goal) {
    return goal > 0 ? fmt::format("{:g}%: {}", 100 * goal, against_goal(std::abs(error), goal))
                    : "-";
}

/// How many passages through rest all runs have, two at least and seven at most.
std::size_t common_crossings(const json& runs) {
    std::size_t most = swing_of(runs.at("full"), 7).n_crossings;
    for (const Case& which : cases)
        most =
            std::min(most, std::max<std::size_t>(2, swing_of(runs.at(which.name), 7).n_crossings));
    return most;
}

void write_strike(const Strike& strike, const json& runs, Report& report) {
    const std::size_t most = common_crossings(runs);
    const Swing reference = swing_of(runs.at("full"), most);
    const double full_step = runs.at("full_step");
    report.text(fmt::format("Struck on {}; {} passages through rest.", strike.place,
                            reference.n_crossings));
    Plot plot{fmt::format("spoon-{}", strike.name),
              fmt::format("A spoon, struck on {}", strike.place), "time [s]",
              "height of its end [m]"};
    const auto draw = [&](const char* name, const char* label) {
        const json& one = runs.at(name);
        plot.series.push_back({label, one.at("times").get<std::vector<double>>(),
                               one.at("heights").get<std::vector<double>>()});
    };
    std::vector<std::vector<std::string>> rows{
        {"full space", fmt::format("{:.4f}", reference.amplitude), "", "",
         fmt::format("{:.3f}", reference.frequency), "", "", "", number(1e6 * full_step), "", ""}};
    draw("full", "full space");
    for (const Case& which : cases) {
        const json& one = runs.at(which.name);
        const Swing swing = swing_of(one, most);
        const double amplitude = swing.amplitude / reference.amplitude - 1;
        const double frequency = swing.frequency / reference.frequency - 1;
        const double step = one.at("step");
        rows.push_back(
            {which.label, fmt::format("{:.4f}", swing.amplitude),
             fmt::format("{:+.2f}%", 100 * amplitude), goal_text(amplitude, which.goal_amplitude),
             fmt::format("{:.3f}", swing.frequency), fmt::format("{:+.2f}%", 100 * frequency),
             goal_text(frequency, which.goal_frequency), which.paper, number(1e6 * step),
             fmt::format("{:.0f}", full_step / step),
             number(one.at("precomputation").get<double>())});
        const std::string who =
            fmt::format("spoon, struck on its {}, {}: ", strike.name, which.label);
        report.entry({who + "error of the first maximum", 100 * amplitude, "%"});
        report.entry({who + "error of the frequency", 100 * frequency, "%"});
        report.entry(Entry::against(who + "a step", 1e6 * step, "us", 1e6 * full_step));
        draw(which.name, which.label);
    }
    report.table({"basis", "first maximum [m]", "error", "goal reached", "frequency [Hz]", "error",
                  "goal reached", "paper: frequency", "step [us]", "times as fast", "basis [s]"},
                 rows);
    report.plot(std::move(plot));
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    const json& bowl = runs.front().at("bowl");
    const auto step = [&](const char* name) {
        return bowl.at(name).at("times").at(1).get<double>();
    };
    report.text(fmt::format(
        "The spoon of scenes/reduction/spoon.yaml ({} bricks, {} degrees of freedom in full "
        "space), struck by the same force on two places; drawn is the height of its end. Reduced "
        "bodies take semi-implicit steps of 1/{:.0f} s; full space is converged in time (Newton's "
        "method to convergence in steps of {:g} ms); its step whose time is compared is as "
        "semi-implicit as theirs. All integrate over the elements exactly for this material. First "
        "maximum: the largest deflection before it first comes back. Paper: what section 7 says of "
        "the frequency; of the amplitude, that it is almost correct. Goals, amplitude and "
        "frequency: mass-PCA within 1%, modal derivatives within 2% and 6%; of the sketch and of "
        "the linear modes none is asked.",
        bowl.at("full").at("elements").get<int>(),
        bowl.at("full").at("degrees_of_freedom").get<int>(), 1 / step("sketch"),
        1e3 * step("full")));
    for (const Strike& strike : strikes) write_strike(strike, runs.front().at(strike.name), report);
}

}  // namespace

Table spoon_table() {
    return {"spoon", "A spoon, struck", 1, measure, write};
}

}  // namespace sinew::bench
