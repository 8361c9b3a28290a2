/// The motion of the four bodies of Barbic & James 2005 in their subspaces beside that in full
/// space.

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sstream>

#include "kit/timing.hpp"
#include "probe_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

struct Size {
    int modes, r;
};

struct Case {
    const char* name;  ///< of the scene in scenes/reduction, and of its node
    Size published, larger;
};
constexpr Case cases[]{
    {"spoon", {6, 12}, {10, 40}},
    {"bridge", {10, 15}, {20, 60}},
    {"tower", {20, 30}, {20, 100}},
    {"heart", {20, 30}, {20, 100}},
};

constexpr double goal = 0.05;
/// Of all runs: a quarter of the scenes', which full space could not be waited for in.
constexpr int steps_a_second = 250;

std::string text_of(const Case& which) {
    const auto file =
        std::filesystem::path(SINEW_SCENES) / "reduction" / (std::string(which.name) + ".yaml");
    std::ifstream stream(file);
    if (!stream) throw ComputationError("cannot read " + file.string());
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const auto at = text.find(from);
    if (at == std::string::npos) throw ComputationError("a scene has no '" + from + "'");
    return text.replace(at, from.size(), to);
}

/// In steps of the table's; of a few steps if `quick`.
std::string timed(std::string text, bool quick) {
    text = replaced(std::move(text), "step: 1/1000 s", fmt::format("step: 1/{} s", steps_a_second));
    if (!quick) return text;
    const auto from = text.find("time: {end: ");
    const auto until = text.find(',', from);
    return text.replace(from, until - from, "time: {end: 0.04 s");
}

/// Without the lines of the node's reduction.
std::string in_full_space(const std::string& text) {
    constexpr std::size_t slot = 4, inside = 6;
    std::istringstream lines(text);
    std::string out;
    bool is_inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.find_first_not_of(' ') < inside) is_inside = false;
        if (line.compare(0, std::string::npos, std::string(slot, ' ') + "reduction:") == 0)
            is_inside = true;
        if (!is_inside) out += line + "\n";
    }
    return out;
}

std::string of_size(const std::string& text, const Case& which, Size size) {
    const auto words = [](Size s) { return fmt::format("modes: {}, size: {}", s.modes, s.r); };
    return replaced(text, words(which.published), words(size));
}

json measure(const Settings& settings) {
    json result;
    for (const Case& which : cases) {
        if (settings.quick && which.published.r > 12) continue;
        const std::string text = timed(text_of(which), settings.quick);
        const auto run = [&](const std::string& kind, const std::string& scene) {
            return run_with_own_probe(settings, fmt::format("{}-{}", which.name, kind), scene,
                                      fmt::format("/{}", which.name));
        };
        const ProbeRun full = run("full", in_full_space(text));
        result[which.name] = {{"displacement", largest_displacement(full)}, {"step", full.step}};
        for (const Size size : {which.published, which.larger}) {
            const ProbeRun reduced = run(fmt::format("r{}", size.r), of_size(text, which, size));
            result[which.name][std::to_string(size.r)] = {{"error", largest_error(reduced, full)},
                                                          {"step", reduced.step}};
        }
    }
    return result;
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(fmt::format(
        "scenes/reduction as shipped, but in semi-implicit steps of {} ms, with the published "
        "number of vectors and with more, beside the same steps in full space. Error: the largest "
        "distance of the probe from where it is in full space, over its largest displacement "
        "there, "
        "in the whole run. Goal {:g}%.",
        1000 / steps_a_second, 100 * goal));
    std::vector<std::vector<std::string>> rows;
    for (const Case& which : cases) {
        if (!runs.front().contains(which.name)) continue;
        const json& body = runs.front().at(which.name);
        for (const Size size : {which.published, which.larger}) {
            const json& one = body.at(std::to_string(size.r));
            const double error = one.at("error"), step = one.at("step"), full = body.at("step");
            rows.push_back({which.name, fmt::format("{} from {} modes", size.r, size.modes),
                            fmt::format("{:.3f}", body.at("displacement").get<double>()),
                            fmt::format("{:.1f}%", 100 * error), against_goal(error, goal),
                            number(1e6 * step), fmt::format("{:.0f}", full / step)});
            report.entry(
                {fmt::format("{}, r = {}: error of motion", which.name, size.r), 100 * error, "%"});
        }
    }
    report.table({"body", "r", "displacement [m]", "error of motion", "goal reached", "step [us]",
                  "times as fast as in full space"},
                 rows);
}

}  // namespace

Table published_bodies_table() {
    return {"published_bodies", "The published bodies beside full space, in motion", 1, measure,
            write};
}

}  // namespace sinew::bench
