/// A shelter from METIS, which catches SIGTERM while it orders a matrix.
#pragma once

#include <csignal>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

/// While one lives, SIGTERM waits: METIS would jump out of whatever it interrupts, malloc say, and
/// in whatever thread. Not inside a parallel loop.
class HeldTermination {
public:
    HeldTermination() { set(SIG_BLOCK); }
    ~HeldTermination() { set(SIG_UNBLOCK); }
    HeldTermination(const HeldTermination&) = delete;
    HeldTermination& operator=(const HeldTermination&) = delete;

private:
    static void set(int how) {
        sigset_t termination;
        sigemptyset(&termination);
        sigaddset(&termination, SIGTERM);
        parallel_team_if(true,
                         [&](const TeamMember&) { pthread_sigmask(how, &termination, nullptr); });
    }
};

}  // namespace sinew
