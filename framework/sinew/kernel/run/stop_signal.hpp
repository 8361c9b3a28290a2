/// SIGINT and SIGTERM as a request that the run reads between steps.
#pragma once

#include <csignal>

namespace sinew {

/// While one lives, the first signal asks the run to stop and the second ends the process at once.
class StopSignal {
public:
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    /// The signal that came, or 0.
    int received() const;

private:
    struct sigaction old_interrupt_ {};
    struct sigaction old_terminate_ {};
};

}  // namespace sinew
