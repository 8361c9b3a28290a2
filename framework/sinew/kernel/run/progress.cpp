#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/progress.hpp>

namespace sinew {

namespace {

constexpr double redraw_period = 0.1;   // [s] on a terminal
constexpr double line_period = 3;       // [s] at least between lines in a pipe ...
constexpr double longest_silence = 30;  // [s] ... and at most, when a tenth of the run takes longer
constexpr int bar_width = 30;

/// A terminal that was closed takes nothing more: that is no reason for a run to fail.
void draw(const std::string& text) {
    std::fputs(text.c_str(), stderr);
    std::fflush(stderr);
}

}  // namespace

std::string clock_words(double seconds) {
    const long s = std::lround(std::max(0.0, std::min(seconds, 1e9)));
    if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
    return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

Progress::Progress(const Clock& start, bool quiet)
    : first_(start.index),
      quiet_(quiet),
      is_terminal_(::isatty(STDERR_FILENO) != 0),
      start_(Time::now()),
      last_(start_) {
    last_tenth_ = start.n_steps > 0 ? 10 * start.index / start.n_steps : 10;
}

Progress::~Progress() {
    clear();
}

double Progress::seconds_since(Time::time_point moment) const {
    return std::chrono::duration<double>(Time::now() - moment).count();
}

std::string Progress::words(const Clock& clock) const {
    const double spent = seconds_since(start_);
    const auto done = static_cast<double>(clock.index - first_);
    const auto left = static_cast<double>(clock.n_steps - clock.index);
    return fmt::format(
        "{:3.0f}%  step {} of {}  t = {:.4g} s  {:.3g} steps/s  {} left",
        100.0 * static_cast<double>(clock.index) / static_cast<double>(clock.n_steps), clock.index,
        clock.n_steps, clock.time(), done / std::max(spent, 1e-9),
        clock_words(spent * left / std::max(done, 1.0)));
}

void Progress::update(const Clock& clock) {
    if (quiet_ || clock.n_steps == 0 || clock.index <= first_) return;
    const double since = seconds_since(last_);
    if (is_terminal_) {
        if (since < redraw_period && !clock.done()) return;
        const auto filled = static_cast<std::size_t>(bar_width * clock.index / clock.n_steps);
        const std::string bar = std::string(filled, '=') + std::string(bar_width - filled, ' ');
        draw(fmt::format("\r[{}] {}\033[K", bar, words(clock)));
        is_drawn_ = true;
    } else {
        const long tenth = 10 * clock.index / clock.n_steps;
        const bool passed_mark = tenth > last_tenth_ && since >= line_period;
        if (!passed_mark && since < longest_silence) return;
        last_tenth_ = tenth;
        log_info(words(clock));
    }
    last_ = Time::now();
}

void Progress::clear() {
    if (!is_drawn_) return;
    draw("\r\033[K");
    is_drawn_ = false;
}

}  // namespace sinew
