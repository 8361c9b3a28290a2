/// Shows the progress of a run: a bar with the time left on a terminal, a line now and then in a
/// pipe.
#pragma once

#include <chrono>
#include <sinew/kernel/run/clock.hpp>
#include <string>

namespace sinew {

/// The progress display of a run.
class Progress {
public:
    /// Writes to standard error, unless quiet.
    Progress(const Clock& start, bool quiet);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// Shows the clock's time.
    void update(const Clock& clock);
    /// Takes the bar away, so that something else can be printed.
    void clear();

private:
    using Time = std::chrono::steady_clock;
    std::string words(const Clock& clock) const;
    double seconds_since(Time::time_point moment) const;

    long first_;
    bool quiet_;
    bool is_terminal_;
    bool is_drawn_ = false;
    long last_tenth_ = 0;
    Time::time_point start_;
    Time::time_point last_;
};

/// "0:07", "12:34", "3:02:01" from seconds.
std::string clock_words(double seconds);

}  // namespace sinew
