#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/run/log.hpp>
#include <sinew/kernel/run/progress.hpp>
#include <sinew/kernel/run/status_line.hpp>

namespace sinew {

namespace {

constexpr double redraw_period = 0.1;   // [s] on a terminal
constexpr double line_period = 3;       // [s] at least between lines in a pipe ...
constexpr double longest_silence = 30;  // [s] ... and at most, when a tenth of the run takes longer
constexpr int longest_bar = 30, shortest_bar = 8;  // columns

/// A bar of so many columns, in eighths of one where there are characters for them.
std::string bar_of(double share, int columns, bool utf8) {
    constexpr std::array eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
    const int parts = utf8 ? static_cast<int>(eighths.size()) : 1;
    const int filled = static_cast<int>(std::floor(share * columns * parts));
    std::string bar;
    for (int k = 0; k < filled / parts; ++k) bar += utf8 ? "█" : "=";
    bar += eighths[static_cast<std::size_t>(filled % parts)];
    bar.append(static_cast<std::size_t>(columns) - n_characters(bar), ' ');
    return bar;
}

}  // namespace

std::string clock_words(double seconds) {
    const long s = std::lround(std::max(0.0, std::min(seconds, 1e9)));
    if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
    return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::array<std::string, 5> ProgressFigures::parts() const {
    return {fmt::format("{:3.0f}%", 100 * share()),
            fmt::format("step {} of {}", clock.index, clock.n_steps),
            fmt::format("t = {:.4g} s", clock.time()),
            fmt::format("{:.3g} steps/s", steps_per_second),
            fmt::format("{} left", clock_words(seconds_left))};
}

std::string ProgressFigures::words() const {
    return fmt::format("{}", fmt::join(parts(), "  "));
}

std::string ProgressFigures::line(int width, bool utf8) const {
    constexpr std::array<std::size_t, 5> by_worth{0, 4, 1, 2, 3};
    constexpr int worth_of_bar = 3, edges_of_bar = 3;
    const std::array all = parts();
    std::array<bool, 5> fits{};
    const int room = std::max(1, width - 1);
    int taken = -2;  // the first part has no gap before it
    bool has_bar = false;
    for (int k = 0; k < static_cast<int>(by_worth.size()); ++k) {
        if (k == worth_of_bar && taken + edges_of_bar + shortest_bar <= room) {
            has_bar = true;
            taken += edges_of_bar + shortest_bar;
        }
        const std::size_t part = by_worth[static_cast<std::size_t>(k)];
        const int more = 2 + static_cast<int>(all[part].size());
        if (taken + more > room) break;
        fits[part] = true;
        taken += more;
    }
    std::string line;
    if (has_bar) {
        const int columns = std::min(longest_bar, shortest_bar + room - taken);
        line = "[" + bar_of(share(), columns, utf8) + "] ";
    }
    bool is_first = true;
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (!fits[k]) continue;
        line += (is_first ? "" : "  ") + all[k];
        is_first = false;
    }
    return line;
}

double ProgressFigures::share() const {
    return clock.n_steps > 0 ? static_cast<double>(clock.index) / static_cast<double>(clock.n_steps)
                             : 1;
}

Progress::Progress(const Clock& start, bool quiet)
    : first_(start.index),
      quiet_(quiet),
      is_terminal_(::isatty(STDERR_FILENO) != 0),
      is_utf8_(locale_is_utf8()),
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

ProgressFigures Progress::figures(const Clock& clock) const {
    const double spent = seconds_since(start_);
    const auto done = static_cast<double>(clock.index - first_);
    const auto left = static_cast<double>(clock.n_steps - clock.index);
    return {clock, done / std::max(spent, 1e-9), spent * left / std::max(done, 1.0)};
}

void Progress::update(const Clock& clock) {
    if (quiet_ || clock.n_steps == 0 || clock.index <= first_) return;
    const double since = seconds_since(last_);
    if (is_terminal_) {
        if (since < redraw_period && !clock.done()) return;
        draw_status_line(figures(clock).line(terminal_width(), is_utf8_));
    } else {
        const long tenth = 10 * clock.index / clock.n_steps;
        const bool passed_mark = tenth > last_tenth_ && since >= line_period;
        if (!passed_mark && since < longest_silence) return;
        last_tenth_ = tenth;
        log_info(figures(clock).words());
    }
    last_ = Time::now();
}

void Progress::clear() {
    clear_status_line();
}

}  // namespace sinew
