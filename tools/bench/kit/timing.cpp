#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace sinew::bench {

namespace {

using nlohmann::json;

const json& at(const json& run, const std::string& path) {
    return run.at(json::json_pointer(path));
}

/// Linear interpolation between the sorted values.
double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * double(sorted.size() - 1);
    const auto below = std::size_t(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - double(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

double now() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return quantile(values, 0.5);
}

std::vector<double> repeat(const std::function<void()>& function, const Effort& effort) {
    function();
    std::vector<double> seconds;
    const double start = now();
    for (double last = start; int(seconds.size()) < effort.n_least || last < start + effort.seconds;
         last = now()) {
        const double before = now();
        function();
        seconds.push_back(now() - before);
    }
    return seconds;
}

void Contest::add(const std::string& name, std::function<void()> prepare,
                  std::function<void()> function, const Effort& effort) {
    competitors_.push_back({name, std::move(prepare), std::move(function), effort});
}

json Contest::run(int n_rounds) const {
    json result = json::object();
    for (int round = 0; round < n_rounds; ++round)
        for (const Competitor& one : competitors_) {
            one.prepare();
            for (const double seconds : repeat(one.function, one.effort))
                result[one.name].push_back(seconds);
        }
    return result;
}

Timing Timing::of(const std::vector<json>& runs, const std::string& path) {
    std::vector<double> medians, all;
    for (const json& run : runs) {
        const auto seconds = at(run, path).get<std::vector<double>>();
        medians.push_back(bench::median(seconds));
        all.insert(all.end(), seconds.begin(), seconds.end());
    }
    std::sort(all.begin(), all.end());
    Timing timing;
    timing.median = bench::median(medians);
    timing.least = all.front();
    timing.spread = (quantile(all, 0.75) - quantile(all, 0.25)) / timing.median;
    timing.n = int(all.size());
    return timing;
}

std::string Timing::text(double factor) const {
    return fmt::format("{:.3g} ({:.3g}, {:.0f}%)", median * factor, least * factor, 100 * spread);
}

double typical(const std::vector<json>& runs, const std::string& path) {
    std::vector<double> values;
    for (const json& run : runs) values.push_back(at(run, path).get<double>());
    return median(values);
}

double worst(const std::vector<json>& runs, const std::string& path) {
    double largest = -1;
    for (const json& run : runs) largest = std::max(largest, at(run, path).get<double>());
    return largest;
}

}  // namespace sinew::bench
