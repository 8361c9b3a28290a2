/// Measurements of a verification case: checked here, and left as a table for
/// tests/verification/report.
#pragma once

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace sinew::verification {

/// The rows of one case. They are written when it ends, so that a failing case is in the table too.
/// `name` starts with the case's number, which orders the table.
class Record {
public:
    explicit Record(const std::string& name) : name_(name) {}
    Record(const Record&) = delete;
    Record& operator=(const Record&) = delete;
    ~Record() {
        const std::filesystem::path folder =
            std::filesystem::path(SINEW_BINARY_DIR) / "verification";
        std::filesystem::create_directories(folder);
        std::string file;
        for (const char c : name_) file += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
        std::ofstream out(folder / (file + ".csv"));
        for (const std::string& row : rows_) out << row << "\n";
    }

    /// |measured - reference| / scale must not be above the tolerance.
    void compare(const std::string& quantity, double reference, double measured, double tolerance,
                 double scale) {
        const double error = std::abs(measured - reference) / scale;
        add(quantity, fmt::format("{:.6g}", reference), fmt::format("{:.6g}", measured),
            fmt::format("{:.2e}", error), fmt::format("{:.1e}", tolerance), error <= tolerance);
    }
    /// The same, relative to the reference.
    void compare(const std::string& quantity, double reference, double measured, double tolerance) {
        compare(quantity, reference, measured, tolerance, std::abs(reference));
    }
    /// An error, which should be zero, must not be above the tolerance.
    void small(const std::string& quantity, double error, double tolerance) {
        add(quantity, "0", fmt::format("{:.2e}", error), fmt::format("{:.2e}", error),
            fmt::format("{:.1e}", tolerance), error <= tolerance);
    }
    /// An order of convergence, or an order in the step.
    void order(const std::string& quantity, double reference, double measured, double margin) {
        add(quantity, fmt::format("order {:g}", reference), fmt::format("order {:.3f}", measured),
            fmt::format("{:.3f}", std::abs(measured - reference)), fmt::format("{:g}", margin),
            std::abs(measured - reference) <= margin);
    }
    /// A value that must lie below (or above) a bound.
    void below(const std::string& quantity, double measured, double bound) {
        add(quantity, fmt::format("below {:g}", bound), fmt::format("{:.4g}", measured), "-", "-",
            measured < bound);
    }

private:
    void add(const std::string& quantity, const std::string& reference, const std::string& measured,
             const std::string& error, const std::string& tolerance, bool ok) {
        rows_.push_back(fmt::format("{};{};{};{};{};{};{}", name_, quantity, reference, measured,
                                    error, tolerance, ok ? "ok" : "FAILED"));
        std::cout << rows_.back() << "\n";
        INFO(rows_.back());
        CHECK(ok);
    }

    std::string name_;
    std::vector<std::string> rows_;
};

}  // namespace sinew::verification
