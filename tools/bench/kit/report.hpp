/// The report of a benchmark: NAME.md, NAME.json and plots.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace sinew::bench {

/// One measured number. `baseline` is the same quantity of the alternative measured in the same
/// session, `paper` what others published or measured elsewhere; all in `unit`. `ratio` says how
/// many times better than the baseline: baseline/value, for quantities that should be small.
struct Entry {
    std::string name;
    double value = 0;
    std::string unit;
    std::optional<double> baseline = {}, ratio = {}, paper = {};

    /// An entry with the ratio of a quantity that should be small.
    static Entry against(const std::string& name, double value, const std::string& unit,
                         double baseline, std::optional<double> paper = {});
};

/// A line of a plot.
struct Series {
    std::string label;
    std::vector<double> x = {}, y = {};
};

struct Plot {
    std::string file;  ///< what follows NAME-: "scaling" is written to full-scaling.png
    std::string title, x_label, y_label;
    bool log_x = false, log_y = false;
    std::vector<Series> series = {};
};

class Report {
public:
    void section(const std::string& title);
    void text(const std::string& paragraph);
    void table(const std::vector<std::string>& header,
               const std::vector<std::vector<std::string>>& rows);
    void entry(Entry entry) { entries_.push_back(std::move(entry)); }
    void plot(Plot plot);

    /// Numbers that should agree do not (never: something was slow). The bench then ends with exit
    /// code 1, and the page says so.
    void fail(const std::string& what);
    /// Fails unless |value| <= tolerance; returns the number as text.
    std::string check(const std::string& what, double value, double tolerance);
    const std::vector<std::string>& failures() const { return failures_; }

    /// Writes the page, on top of which stands `preface`, and the entries, as far as they are
    /// known.
    void write(const std::string& name, const std::filesystem::path& folder,
               const std::string& preface) const;
    void draw_plots(const std::string& name, const std::filesystem::path& folder) const;

private:
    nlohmann::json json() const;

    std::string body_;
    std::vector<Entry> entries_;
    std::vector<Plot> plots_;
    std::vector<std::string> failures_;
};

/// "yes (2.1 times)", "no (0.8 times)": a goal that is an upper bound, and how far it is from it.
std::string against_goal(double value, double goal);
/// A number with three digits, "-" if there is none.
std::string number(std::optional<double> value);

}  // namespace sinew::bench
