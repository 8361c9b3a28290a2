#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <sinew/mechanics/linear/held_termination.hpp>

using namespace sinew;

namespace {

volatile std::sig_atomic_t n_terminations = 0;

extern "C" void count_termination(int) {
    n_terminations = n_terminations + 1;
}

}  // namespace

TEST_CASE("held termination: SIGTERM waits in all threads, and comes then") {
    struct sigaction action {
    }, before{};
    action.sa_handler = count_termination;
    sigaction(SIGTERM, &action, &before);
    n_terminations = 0;
    {
        const HeldTermination held;
        ::kill(::getpid(), SIGTERM);
        parallel_team_if(true, [](const TeamMember&) { ::usleep(2000); });
        CHECK(n_terminations == 0);
    }
    CHECK(n_terminations == 1);
    ::kill(::getpid(), SIGTERM);
    CHECK(n_terminations == 2);
    sigaction(SIGTERM, &before, nullptr);
}
