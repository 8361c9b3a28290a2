/// SIGINT, SIGTERM and SIGHUP as a request that the run reads between steps, and long computations
/// in between.
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

/// While one lives, computations may be left where they are: the run has a state to go back to, or
/// none to lose.
class Interruptible {
public:
    Interruptible();
    ~Interruptible();
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;
};

/// Throws Stopped if a signal has come and computations may be left. To be asked about once a
/// second, from whatever thread: in an iteration of Newton's method, for a point of a mesh.
void leave_if_stopped();

}  // namespace sinew
