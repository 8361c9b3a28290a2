#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <set>
#include <sinew/kernel/diagnostics/activity.hpp>

namespace sinew {

namespace {

using ActivityClock = std::chrono::steady_clock;

/// An activity is reported again when it has taken so many times as long as when it was last.
constexpr double longer = 5;

struct OpenActivity {
    int id;
    std::string what, detail;
    ActivityClock::time_point start = ActivityClock::now();
    double reported_at = 0;  ///< seconds after its start; 0: not yet

    double seconds() const {
        return std::chrono::duration<double>(ActivityClock::now() - start).count();
    }
    std::string words(const char* verb) const {
        return fmt::format("{} {} {}{}{}", what, verb, seconds_words(seconds()),
                           detail.empty() ? "" : ": ", detail);
    }
};

struct Activities {
    std::mutex mutex;
    int next_id = 0;
    std::vector<OpenActivity> open;  ///< outermost first
    std::vector<std::string> ended;  ///< lines on those that were reported
    std::set<std::string> reported;

    auto find(int id) {
        return std::find_if(open.begin(), open.end(),
                            [&](const auto& one) { return one.id == id; });
    }
};

Activities& activities() {
    static Activities instance;
    return instance;
}

}  // namespace

std::string seconds_words(double seconds) {
    return seconds < 100 ? fmt::format("{:.2g} s", seconds) : fmt::format("{:.0f} s", seconds);
}

Activity::Activity(const std::string& what) {
    const std::lock_guard lock(activities().mutex);
    id_ = activities().next_id++;
    activities().open.push_back({id_, what, {}});
}

Activity::~Activity() {
    const std::lock_guard lock(activities().mutex);
    const auto found = activities().find(id_);
    if (found->reported_at > 0) activities().ended.push_back(found->words("took"));
    activities().open.erase(found);
}

void Activity::detail(const std::string& words) {
    const std::lock_guard lock(activities().mutex);
    activities().find(id_)->detail = words;
}

std::vector<std::string> news_of_activities(double least_seconds) {
    Activities& all = activities();
    const std::lock_guard lock(all.mutex);
    std::vector<std::string> lines = std::move(all.ended);
    all.ended.clear();
    const auto innermost =
        std::find_if(all.open.rbegin(), all.open.rend(),
                     [&](const OpenActivity& one) { return one.seconds() >= least_seconds; });
    if (innermost == all.open.rend() || innermost->seconds() < longer * innermost->reported_at)
        return lines;
    if (innermost->reported_at == 0 && !all.reported.insert(innermost->what).second) return lines;
    innermost->reported_at = innermost->seconds();
    lines.push_back(innermost->words("has been under way for"));
    return lines;
}

void forget_reported_activities() {
    const std::lock_guard lock(activities().mutex);
    activities().ended.clear();
    activities().reported.clear();
}

}  // namespace sinew
