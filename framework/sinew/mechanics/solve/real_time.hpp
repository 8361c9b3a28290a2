/// Steps that keep pace with the clock on the wall.
#pragma once

#include <chrono>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <vector>

namespace sinew {

/// Step k is released k dt after the first, and should be done dt later, whatever was done between
/// it and the one before (outputs). One that is done later misses its deadline, and the next is
/// released when it is done: nobody hurries to catch up, so that what is shown keeps its speed.
/// Takes no memory while it runs.
class RealTime {
public:
    using Clock = std::chrono::steady_clock;

    /// Calls step() at its release, if `paced`, else at once, which is its release then; either way
    /// its duration is noted.
    template <class Step>
    void run(double dt, bool paced, Step&& step) {
        const Clock::time_point start = begin(paced);
        step();
        note(dt, start, Clock::now());
    }

    /// Number of steps taken.
    long n_steps() const { return n_; }
    /// Number of deadlines missed.
    long n_missed() const { return n_missed_; }
    /// The duration that a fraction of the steps stays below, to 2% [s].
    double percentile(double fraction) const;
    /// The longest duration of a step [s].
    double longest() const { return longest_; }

    /// Percentiles in seconds, and missed deadlines.
    void report(nlohmann::json& report) const;
    /// A warning if more than a tenth of the deadlines were missed.
    std::optional<Diagnostic> warning() const;

private:
    Clock::time_point begin(bool paced);
    void note(double dt, Clock::time_point start, Clock::time_point end);

    Clock::time_point release_{};  ///< of the next step; nothing before the first
    long n_ = 0, n_missed_ = 0;
    double longest_ = 0, step_ = 0;  ///< [s]; the step as it should last
    std::vector<long> counts_;       ///< of durations, in bins of equal ratio
};

}  // namespace sinew
