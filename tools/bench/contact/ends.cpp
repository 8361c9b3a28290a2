/// Where scenes end, by the number of their steps and by Newton's tolerance: with coupling/contact,
/// and with coupling/rest_shape_contact, which ends by its count.

#include <fmt/format.h>

#include <fstream>
#include <regex>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

#include "kit/sinew_run.hpp"
#include "tables.hpp"

namespace sinew::bench {

namespace {

using nlohmann::json;

/// A scene of scenes/contact, the variable that changes its number of steps, and others' values.
struct Subject {
    const char *name, *file, *variable;
    std::vector<std::string> values;
    std::vector<std::pair<std::string, std::string>> others = {};
};

constexpr const char* rest_shape = "{type: rest_shape_contact, stiffness: 5 MPa/m}";

const std::vector<Subject>& subjects() {
    static const std::vector<Subject> all{
        {"elbow", "elbow", "n", {"7", "14", "28"}},
        {"punch, 9 cm", "punch", "n", {"1", "2", "4", "10", "40"}},
        {"cylinder, 17k", "cylinder", "steps", {"6", "12"}},
        {"cylinder, 46k",
         "cylinder",
         "steps",
         {"12"},
         {{"around", "28"}, {"radial", "4"}, {"along", "47"}}},
        {"cylinder, 118k",
         "cylinder",
         "steps",
         {"12"},
         {{"around", "36"}, {"radial", "6"}, {"along", "66"}}},
        {"arms down", "arms_down", "n", {"2", "4", "10", "20"}}};
    return all;
}

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The scene with another value of a variable in `let`, and another solver; if one is given,
/// another coupling.
std::string changed(std::string scene, const Subject& subject, const std::string& value,
                    const std::string& newton, const std::string& coupling) {
    const auto replace = [&](const std::string& pattern, const std::string& by) {
        const std::regex what(pattern);
        if (!std::regex_search(scene, what))
            throw ComputationError(fmt::format("{} has no '{}' to change", subject.file, pattern));
        scene = std::regex_replace(scene, what, by);
    };
    const auto set = [&](const std::string& variable, const std::string& to) {
        replace(fmt::format("([{{ ]){}: \\d+", variable), fmt::format("$1{}: {}", variable, to));
    };
    set(subject.variable, value);
    for (const auto& [variable, to] : subject.others) set(variable, to);
    replace("solver: \\{type: static[^\\n]*\\}",
            fmt::format("solver: {{type: static, newton: {{{}}}}}", newton));
    if (!coupling.empty())
        replace("couplings: \\[\\{type: contact[^\\n]*\\}\\]", "couplings: [" + coupling + "]");
    scene = std::regex_replace(scene, std::regex("!include \\.\\./"),
                               std::string("!include ") + SINEW_SCENES + "/");
    return std::regex_replace(scene, std::regex(",? *\\{type: vtu\\}"), "");
}

/// Energy and counts at the end, or why there is none.
json end_of(const Settings& settings, const std::string& scene) {
    try {
        const SinewRun run = run_scene_text(settings, "scene", scene);
        const json& solver = run.report.at("solvers").begin().value();
        json end{{"energy", solver.at("energies").at("total")},
                 {"iterations", solver.at("newton").at("iterations")},
                 {"cutbacks", solver.at("cutbacks")},
                 {"seconds", run.process.seconds}};
        end["residual"] = solver.at("newton").at("relative_residual");
        for (const json& coupling : solver.at("couplings")) {
            if (coupling.contains("least_gap")) end["gap"] = coupling.at("least_gap");
            if (coupling.contains("deepest")) end["deepest"] = coupling.at("deepest");
        }
        return end;
    } catch (const ComputationError& error) {
        const std::string words = error.what();
        std::smatch at;
        const bool found = std::regex_search(words, at, std::regex("at time ([0-9.]+) s"));
        return {{"failed", found ? "fails at " + at[1].str() + " s" : "fails"}};
    }
}

json measure(const Settings& settings) {
    json result = json::array();
    for (const Subject& subject : subjects()) {
        const std::string scene = text_of(std::filesystem::path(SINEW_SCENES) / "contact" /
                                          (std::string(subject.file) + ".yaml"));
        for (const std::string& value : subject.values) {
            if (settings.quick && value != subject.values.front()) continue;
            json row{{"name", subject.name}, {"value", value}};
            for (const char* tolerance : {"1e-3", "1e-5"})
                row[tolerance] = end_of(
                    settings,
                    changed(scene, subject, value, fmt::format("tolerance: {}", tolerance), ""));
            row["rest_shape"] =
                end_of(settings, changed(scene, subject, value, "iterations: 10", rest_shape));
            result.push_back(std::move(row));
        }
    }
    return result;
}

/// Energy, iterations and cut steps, or that it failed.
std::vector<std::string> cells(const json& end) {
    if (end.contains("failed")) return {end.at("failed").get<std::string>(), "", ""};
    return {fmt::format("{:.7g}", end.at("energy").get<double>()),
            std::to_string(end.at("iterations").get<int>()),
            std::to_string(end.at("cutbacks").get<int>())};
}

/// One value of an end that did not fail, with three digits.
std::string digits(const json& end, const char* key, double factor) {
    return end.contains(key) ? fmt::format("{:.3g}", factor * end.at(key).get<double>()) : "";
}

void write(const std::vector<json>& runs, const Settings&, Report& report) {
    report.text(
        "Scenes of scenes/contact at their end: all energy [J], Newton iterations, steps that were "
        "cut, at two tolerances, and the least gap [mm]. A state that depends on how many steps "
        "lead "
        "to it is one of several minima. Beside them the same scenes with "
        "coupling/rest_shape_contact at 5 MPa/m and ten iterations a step: its energy is no "
        "potential; the residual is that of the end beside the largest force, the deepest [mm] the "
        "longest spring.");
    std::vector<std::vector<std::string>> rows;
    for (const json& row : runs.front()) {
        const std::string name = row.at("name").get<std::string>(),
                          value = row.at("value").get<std::string>();
        std::vector<std::string> line{name, value};
        for (const char* tolerance : {"1e-3", "1e-5"}) {
            const json& end = row.at(tolerance);
            for (const std::string& cell : cells(end)) line.push_back(cell);
            if (end.contains("failed"))
                report.fail(fmt::format("{} in {} steps: {}", name, value,
                                        end.at("failed").get<std::string>()));
            else
                report.entry({fmt::format("{}, {} steps, {}: iterations", name, value, tolerance),
                              end.at("iterations").get<double>(), "1"});
        }
        line.push_back(digits(row.at("1e-5"), "gap", 1e3));
        const json& published = row.at("rest_shape");
        line.push_back(cells(published)[0]);
        line.push_back(digits(published, "residual", 1));
        line.push_back(digits(published, "deepest", 1e3));
        rows.push_back(std::move(line));
    }
    report.table({"scene", "steps", "1e-3: energy", "iterations", "cuts", "1e-5: energy",
                  "iterations", "cuts", "gap", "rest_shape: energy", "residual", "deepest"},
                 rows);
}

}  // namespace

Table ends_table() {
    return {"ends", "Where scenes end", 1, measure, write};
}

}  // namespace sinew::bench
