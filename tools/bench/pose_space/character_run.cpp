#include "character_run.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sstream>

namespace sinew::bench {

namespace {

std::vector<std::vector<double>> numbers_of(const std::filesystem::path& table) {
    std::vector<std::vector<double>> rows;
    std::ifstream lines(table);
    std::string line;
    for (std::getline(lines, line); std::getline(lines, line);) {
        std::vector<double>& row = rows.emplace_back();
        std::istringstream cells(line);
        std::string cell;
        std::getline(cells, cell, ',');  // the time
        while (std::getline(cells, cell, ',')) row.push_back(std::stod(cell));
    }
    return rows;
}

/// The largest length of three numbers in a row, of one table less another.
double largest(const std::vector<std::vector<double>>& a,
               const std::vector<std::vector<double>>* less) {
    double most = 0;
    for (std::size_t row = 0; row < a.size(); ++row)
        for (std::size_t k = 0; k + 2 < a[row].size(); k += 3) {
            double square = 0;
            for (std::size_t i = k; i < k + 3; ++i)
                square += std::pow(a[row][i] - (less ? (*less)[row][i] : 0), 2);
            most = std::max(most, std::sqrt(square));
        }
    return most;
}

/// A line of a scene whose files are named from its folder, for a copy of it elsewhere.
std::string with_whole_paths(std::string line, const std::filesystem::path& folder) {
    for (const std::string before : {"!include ", "{type: file, file: "})
        if (const std::size_t at = line.find(before); at != std::string::npos)
            line.insert(at + before.size(), folder.string() + "/");
    return line;
}

std::size_t indentation(const std::string& line) {
    return std::min(line.find_first_not_of(' '), line.size());
}

}  // namespace

CharacterScene::CharacterScene(const std::string& path)
    : node_(std::filesystem::path(path).stem().string()) {
    const std::filesystem::path file = std::filesystem::path(SINEW_SCENES) / path;
    std::ifstream lines(file);
    if (!lines) throw ComputationError("cannot read " + file.string());
    for (std::string line; std::getline(lines, line);)
        if (line.find("- {type: vtu") == std::string::npos)
            text_ += with_whole_paths(line, file.parent_path()) + "\n";
}

CharacterScene CharacterScene::without(const std::string& key, std::size_t indent) const {
    CharacterScene other = *this;
    other.text_.clear();
    std::istringstream lines(text_);
    bool is_inside = false, is_found = false;
    for (std::string line; std::getline(lines, line);) {
        if (indentation(line) <= indent) is_inside = false;
        if (indentation(line) == indent && line.compare(indent, key.size(), key) == 0)
            is_inside = is_found = true;
        if (!is_inside) other.text_ += line + "\n";
    }
    if (!is_found) throw ComputationError(node_ + " has no " + key);
    return other;
}

CharacterScene CharacterScene::replaced(const std::string& from, const std::string& to) const {
    CharacterScene other = *this;
    std::size_t at = text_.find(from);
    if (at == std::string::npos) throw ComputationError(node_ + " has no '" + from + "'");
    for (; (at = other.text_.find(from, at)) != std::string::npos; at += to.size())
        other.text_.replace(at, from.size(), to);
    return other;
}

CharacterRun run_character(const Settings& settings, const std::string& name,
                           const CharacterScene& scene) {
    const SinewRun finished =
        run_scene_text(settings, name, scene.text(), {{"SINEW_CACHE", settings.cache.string()}});
    CharacterRun run;
    for (const auto& entry :
         std::filesystem::directory_iterator(settings.scratch / name / "results"))
        if (entry.path().filename().string().ends_with("probe.csv"))
            run.rows = numbers_of(entry.path());
    const nlohmann::json& solver = finished.report.at("solvers").at("/" + scene.node());
    run.solver = solver;
    run.step = solver.at("wall_seconds").get<double>() / solver.at("calls").get<double>();
    const nlohmann::json& body = solver.at("bodies").at(0);
    run.build = finished.report.at("phases").at("build").at("seconds").get<double>();
    run.counts = {{"tets", body.at("elements")}, {"vectors", body.at("degrees_of_freedom")}};
    if (!body.contains("reduction")) return run;
    const nlohmann::json& reduction = body.at("reduction");
    if (!reduction.contains("inertia") || !reduction.at("inertia").is_object()) return run;
    run.counts["elements"] = reduction.at("model").at("elements");
    run.counts["nodes"] = reduction.at("inertia").at("nodes");
    return run;
}

double CharacterRun::assembly() const {
    return solver.at("seconds").at("tangent").get<double>() /
           solver.at("newton").at("iterations").get<double>();
}

double largest_error(const CharacterRun& run, const CharacterRun& reference) {
    SINEW_ASSERT(run.rows.size() == reference.rows.size(), "the runs have different times");
    return largest(run.rows, &reference.rows) / largest_motion(reference);
}

double largest_motion(const CharacterRun& run) {
    return largest(run.rows, nullptr);
}

CharacterRun steps_of(const CharacterRun& run, std::size_t from, std::size_t to) {
    SINEW_ASSERT(from <= to && to <= run.rows.size(), "a run has {} rows", run.rows.size());
    CharacterRun part = run;
    part.rows.assign(run.rows.begin() + long(from), run.rows.begin() + long(to));
    return part;
}

}  // namespace sinew::bench
