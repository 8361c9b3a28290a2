#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/mechanics/solve/real_time.hpp>
#include <thread>

namespace sinew {

namespace {

constexpr double shortest = 1e-7, ratio = 1.02;  // [s]
constexpr std::size_t n_bins = 1200;             // up to 2000 s

std::size_t bin_of(double seconds) {
    const double k = std::log(std::max(seconds, shortest) / shortest) / std::log(ratio);
    return std::min(std::size_t(k), n_bins - 1);
}

RealTime::Clock::duration ticks(double seconds) {
    return std::chrono::duration_cast<RealTime::Clock::duration>(
        std::chrono::duration<double>(seconds));
}

}  // namespace

/// Sleeps through most of the time left, and turns in circles for the rest: a sleep may last longer
/// than asked.
RealTime::Clock::time_point RealTime::begin(bool paced) {
    constexpr auto slack = std::chrono::microseconds(200);
    Clock::time_point now = Clock::now();
    if (!paced || release_ == Clock::time_point{}) release_ = now;
    if (release_ - now > slack) std::this_thread::sleep_until(release_ - slack);
    while (now < release_) now = Clock::now();
    return now;
}

void RealTime::note(double dt, Clock::time_point start, Clock::time_point end) {
    if (counts_.empty()) counts_.assign(n_bins, 0);
    const double seconds = std::chrono::duration<double>(end - start).count();
    step_ = dt;
    ++counts_[bin_of(seconds)];
    ++n_;
    longest_ = std::max(longest_, seconds);
    const Clock::time_point deadline = release_ + ticks(dt);
    if (end > deadline) ++n_missed_;
    release_ = std::max(deadline, end);
}

double RealTime::percentile(double fraction) const {
    const double wanted = fraction * double(n_);
    long sum = 0;
    for (std::size_t k = 0; k < counts_.size(); ++k) {
        sum += counts_[k];
        if (double(sum) >= wanted && sum > 0)
            return std::min(shortest * std::pow(ratio, double(k) + 0.5), longest_);
    }
    return longest_;
}

void RealTime::report(nlohmann::json& report) const {
    report["steps"] = n_;
    report["p50"] = percentile(0.5);
    report["p99"] = percentile(0.99);
    report["longest"] = longest_;
    report["missed_deadlines"] = n_missed_;
}

std::optional<Diagnostic> RealTime::warning() const {
    constexpr double tolerable = 0.1;
    if (double(n_missed_) <= tolerable * double(n_)) return std::nullopt;
    return Diagnostic::warning(
               fmt::format(
                   "{} of {} steps ({:.0f}%) did not keep pace with the clock: a step of {:.3g} ms "
                   "took {:.3g} ms in the median, 99% of them less than {:.3g} ms",
                   n_missed_, n_, 100 * double(n_missed_) / double(n_), 1e3 * step_,
                   1e3 * percentile(0.5), 1e3 * percentile(0.99)))
        .remedy(
            "take a longer time.step, fewer degrees of freedom (a smaller basis, a coarser mesh), "
            "newton: "
            "{iterations: 1, line_search: false}, or outputs with a longer `every`");
}

}  // namespace sinew
