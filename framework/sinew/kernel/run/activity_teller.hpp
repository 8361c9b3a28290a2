/// Tells on standard error what a program is at, if that takes long.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace sinew {

/// While one lives, a thread looks ten times a second at what is under way (see
/// diagnostics/activity.hpp), and prints a line once it has taken two seconds, and one when it is
/// done.
class ActivityTeller {
public:
    /// Tells nothing if quiet. `look` is called each time, by that thread.
    explicit ActivityTeller(bool quiet, std::function<void()> look = {});
    ~ActivityTeller();
    ActivityTeller(const ActivityTeller&) = delete;
    ActivityTeller& operator=(const ActivityTeller&) = delete;

private:
    void tell() const;
    void watch();

    bool quiet_;
    std::function<void()> look_;
    std::mutex mutex_;
    std::condition_variable ends_;
    bool has_ended_ = false;
    std::thread thread_;
};

}  // namespace sinew
