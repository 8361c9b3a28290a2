/// A shelter from METIS, which catches SIGTERM while it orders a matrix.
#pragma once

#include <csignal>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

/// While one lives, SIGTERM waits: METIS would jump out of whatever it interrupts, malloc say, and
/// in whatever thread. Not inside a parallel loop.
class HeldTermination {
public:
    HeldTermination() {
        on_team([](const sigset_t& termination) {
            sigset_t before;
            pthread_sigmask(SIG_BLOCK, &termination, &before);
            was_blocked() = sigismember(&before, SIGTERM) == 1;
        });
    }
    ~HeldTermination() {
        on_team([](const sigset_t& termination) {
            if (!was_blocked()) pthread_sigmask(SIG_UNBLOCK, &termination, nullptr);
        });
    }
    HeldTermination(const HeldTermination&) = delete;
    HeldTermination& operator=(const HeldTermination&) = delete;

private:
    template <class Function>
    static void on_team(Function&& function) {
        sigset_t termination;
        sigemptyset(&termination);
        sigaddset(&termination, SIGTERM);
        parallel_team_if(true, [&](const TeamMember&) { function(termination); });
    }
    /// True in a thread where SIGTERM waited before, as it does under a StopSignal.
    static bool& was_blocked() {
        thread_local bool was = false;
        return was;
    }
};

}  // namespace sinew
