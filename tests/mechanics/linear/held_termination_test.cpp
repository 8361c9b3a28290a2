#include <unistd.h>

#include <catch2/catch.hpp>
#include <sinew/mechanics/linear/held_termination.hpp>
#include <support/counted_terminations.hpp>

using namespace sinew;
using test::CountedTerminations;

TEST_CASE("held termination: SIGTERM waits in all threads, and comes then") {
    const CountedTerminations terminations;
    {
        const HeldTermination held;
        ::kill(::getpid(), SIGTERM);
        parallel_team_if(true, [](const TeamMember&) { ::usleep(2000); });
        CHECK(CountedTerminations::count() == 0);
    }
    CHECK(CountedTerminations::count() == 1);
    ::kill(::getpid(), SIGTERM);
    CHECK(CountedTerminations::count() == 2);
}
