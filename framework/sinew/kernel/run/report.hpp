/// run.json: what a run leaves about itself.
#pragma once

#include <chrono>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/end_report.hpp>
#include <sinew/kernel/run/run.hpp>
#include <string>
#include <vector>

namespace sinew {

/// The content of run.json, which `write` writes to the run's folder.
class RunReport {
public:
    /// Begins with versions, machine and options.
    explicit RunReport(const RunOptions& options);

    /// Times what `function` does as (one more) pass of a phase, also if it throws.
    template <class Function>
    void phase(const std::string& name, Function&& function) {
        const auto start = std::chrono::steady_clock::now();
        struct End {
            RunReport& report;
            const std::string& name;
            std::chrono::steady_clock::time_point start;
            ~End() {
                report.add_phase(
                    name, std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
                              .count());
            }
        } end{*this, name, start};
        function();
    }
    /// Adds a pass of a phase that took so many seconds.
    void add_phase(const std::string& name, double seconds);

    /// False if it is there already.
    bool add(const Diagnostic& diagnostic);
    nlohmann::ordered_json& operator[](const std::string& key) { return json_[key]; }

    /// Writes DIR/run.json whole, with the status ("running" before the end) and the time spent so
    /// far. Throws ComputationError if it cannot be written.
    void write(const std::string& status);
    /// The end of a run whose input was refused before it changed anything: what an earlier run
    /// that came to an end left in its place is put back, else the status is that of bad input.
    /// True if it was put back. Throws as `write`.
    bool write_refusal();
    /// Keeps what is known so far for an end that comes from inside a plugin.
    void prepare_for_the_worst();

private:
    struct Phase {
        std::string name;
        double seconds;
        long count;
    };

    void add_end(const std::string& status);
    /// Texts of users may be of any encoding: what is no UTF-8 is replaced, never thrown about.
    static std::string text_of(const nlohmann::ordered_json& json) {
        return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
    }

    std::mutex mutex_;  ///< of what may be added and written by two threads
    std::filesystem::path file_;
    std::string earlier_;  ///< content of the file that a run which had begun left; or empty
    std::chrono::system_clock::time_point started_;
    std::chrono::steady_clock::time_point start_;
    nlohmann::ordered_json json_;
    std::vector<Phase> phases_;  ///< in the order of their first pass
    std::optional<EndReport> at_worst_;
};

}  // namespace sinew
