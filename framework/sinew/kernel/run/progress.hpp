/// Shows the progress of a run: a bar with the time left on a terminal, a line now and then in a
/// pipe.
#pragma once

#include <array>
#include <chrono>
#include <sinew/kernel/run/clock.hpp>
#include <string>

namespace sinew {

/// Figures of a run's progress, and the room that they may take.
struct ProgressFigures {
    Clock clock;
    double steps_per_second = 0;
    double seconds_left = 0;

    /// All of them in words.
    std::string words() const;
    /// A line with a bar that leaves the last of `width` columns free: what matters least is left
    /// out where it does not fit. The bar is of ASCII or of Unicode's blocks.
    std::string line(int width, bool utf8) const;

private:
    double share() const;
    std::array<std::string, 5> parts() const;
};

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
    ProgressFigures figures(const Clock& clock) const;
    double seconds_since(Time::time_point moment) const;

    long first_;
    bool quiet_;
    bool is_terminal_;
    bool is_utf8_;
    long last_tenth_ = 0;
    Time::time_point start_;
    Time::time_point last_;
};

/// "0:07", "12:34", "3:02:01" from seconds.
std::string clock_words(double seconds);

}  // namespace sinew
