/// SIGINT, SIGTERM and SIGHUP as a request that the run reads between steps.
#pragma once

#include <array>
#include <csignal>

namespace sinew {

/// While one lives, the first signal asks the run to stop and the second ends the process at once.
/// SIGHUP (the terminal is closed) is left alone if it was ignored before, as under nohup.
class StopSignal {
public:
    /// Installs the handlers; the destructor restores those before.
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    /// The signal that came, or 0.
    int received() const;

private:
    static constexpr std::array signals_{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals_.size()> old_{};
};

}  // namespace sinew
