/// SIGINT, SIGTERM and SIGHUP as a request that the run reads between steps, and long computations
/// in between.
#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <thread>

namespace sinew {

/// While one lives, the first signal asks the run to stop and the second ends the process at once.
/// SIGHUP (the terminal is closed) is left alone if it was ignored before, as under nohup.
///
/// A thread of its own waits for the signals. They are blocked in the thread that made this, and in
/// all that it starts: handlers that libraries install for a while (METIS catches SIGTERM, and
/// jumps out of whatever it interrupts, in whatever thread) never run. A thread that was there
/// before, and blocks none, notes a signal by a handler.
class StopSignal {
public:
    /// Blocks the signals and installs the handlers; the destructor, on the same thread, restores
    /// both.
    StopSignal();
    ~StopSignal();
    StopSignal(const StopSignal&) = delete;
    StopSignal& operator=(const StopSignal&) = delete;

    /// The signal that came to the last one, or 0.
    static int received();
    /// Lets the signals through again, in a process that was forked while one lived.
    static void unblock_in_child();

private:
    static constexpr std::array signals_{SIGINT, SIGTERM, SIGHUP};
    std::array<struct sigaction, signals_.size()> old_{};
    sigset_t heard_{}, mask_before_{};
    std::atomic<bool> has_ended_ = false;
    std::thread listener_;
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
