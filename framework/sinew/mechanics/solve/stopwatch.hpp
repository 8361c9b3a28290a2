/// Adds the seconds of a scope to a total.
#pragma once

#include <chrono>

namespace sinew {

/// Measures wall-clock time from its construction to its destruction.
class Stopwatch {
public:
    /// `total`: seconds so far.
    explicit Stopwatch(double& total) : total_(total), start_(Clock::now()) {}
    ~Stopwatch() { total_ += std::chrono::duration<double>(Clock::now() - start_).count(); }
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;

private:
    using Clock = std::chrono::steady_clock;
    double& total_;
    Clock::time_point start_;
};

}  // namespace sinew
