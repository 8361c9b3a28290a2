#include <chrono>
#include <sinew/kernel/diagnostics/activity.hpp>
#include <sinew/kernel/run/activity_teller.hpp>
#include <sinew/kernel/run/log.hpp>
#include <utility>

namespace sinew {

namespace {

constexpr double reported_after = 2;  // [s]
constexpr auto look_period = std::chrono::milliseconds(100);

}  // namespace

ActivityTeller::ActivityTeller(bool quiet, std::function<void()> look)
    : quiet_(quiet), look_(std::move(look)) {
    forget_reported_activities();
    thread_ = std::thread([this] { watch(); });
}

ActivityTeller::~ActivityTeller() {
    {
        const std::lock_guard lock(mutex_);
        has_ended_ = true;
    }
    ends_.notify_all();
    thread_.join();
    tell();
}

void ActivityTeller::tell() const {
    if (quiet_) return;
    for (const std::string& line : news_of_activities(reported_after)) log_info(line);
}

void ActivityTeller::watch() {
    std::unique_lock lock(mutex_);
    while (!ends_.wait_for(lock, look_period, [this] { return has_ended_; })) {
        tell();
        if (look_) look_();
    }
}

}  // namespace sinew
