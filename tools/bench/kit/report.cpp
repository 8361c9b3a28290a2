#include "report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sinew/kernel/run/atomic_file.hpp>

#include "plot.hpp"

namespace sinew::bench {

namespace {

nlohmann::json optional(const std::optional<double>& value) {
    return value ? nlohmann::json(*value) : nlohmann::json();
}

std::string row_text(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += " " + cell + " |";
    return line + "\n";
}

}  // namespace

Entry Entry::against(const std::string& name, double value, const std::string& unit,
                     double baseline, std::optional<double> paper) {
    return {name, value, unit, baseline, baseline / value, paper};
}

void Report::section(const std::string& title) {
    body_ += "\n## " + title + "\n";
}

void Report::text(const std::string& paragraph) {
    body_ += "\n" + paragraph + "\n";
}

void Report::table(const std::vector<std::string>& header,
                   const std::vector<std::vector<std::string>>& rows) {
    body_ += "\n" + row_text(header) + row_text(std::vector<std::string>(header.size(), "---"));
    for (const auto& row : rows) body_ += row_text(row);
}

void Report::plot(Plot plot) {
    body_ += fmt::format("\n![{}](@NAME@-{}.png)\n", plot.title, plot.file);
    plots_.push_back(std::move(plot));
}

void Report::fail(const std::string& what) {
    failures_.push_back(what);
}

std::string Report::check(const std::string& what, double value, double tolerance) {
    // Written so that a NaN fails.
    if (!(std::abs(value) <= tolerance))
        fail(fmt::format("{}: {:.2e}, tolerance {:.0e}", what, value, tolerance));
    return fmt::format("{:.1e}", value);
}

nlohmann::json Report::json() const {
    nlohmann::json all = nlohmann::json::array();
    for (const Entry& entry : entries_)
        all.push_back({{"name", entry.name},
                       {"value", entry.value},
                       {"unit", entry.unit},
                       {"baseline", optional(entry.baseline)},
                       {"ratio", optional(entry.ratio)},
                       {"paper", optional(entry.paper)}});
    return all;
}

void Report::write(const std::string& name, const std::filesystem::path& folder,
                   const std::string& preface) const {
    std::error_code reported_below;  // by the first file
    std::filesystem::create_directories(folder, reported_below);
    std::string page = preface;
    if (!failures_.empty()) {
        page += "\n**FAILED**: what was computed is wrong.\n\n";
        for (const std::string& failure : failures_) page += "- " + failure + "\n";
    }
    std::string body = body_;
    for (std::size_t at; (at = body.find("@NAME@")) != std::string::npos;)
        body.replace(at, 6, name);
    write_file_whole(folder / (name + ".md"), page + body);
    write_file_whole(folder / (name + ".json"), json().dump(2) + "\n");
}

void Report::draw_plots(const std::string& name, const std::filesystem::path& folder) const {
    for (const Plot& plot : plots_) draw(plot, folder / (name + "-" + plot.file + ".png"));
}

std::string against_goal(double value, double goal) {
    return fmt::format("{} ({:.2f} of it)", value <= goal ? "yes" : "no", value / goal);
}

std::string number(std::optional<double> value) {
    return value ? fmt::format("{:.3g}", *value) : "-";
}

}  // namespace sinew::bench
