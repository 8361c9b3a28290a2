#include <catch2/catch.hpp>
#include <future>
#include <sinew/kernel/run/stop_signal.hpp>
#include <support/counted_terminations.hpp>
#include <support/send_stop.hpp>

using namespace sinew;
using namespace sinew::test;

TEST_CASE("stop signal: handlers that a library installs meanwhile never run, in any thread") {
    {
        const StopSignal stop;
        CHECK(StopSignal::received() == 0);
        std::promise<void> end;
        std::thread beside([&] { end.get_future().wait(); });
        const CountedTerminations of_library;
        send_stop();
        CHECK(StopSignal::received() == SIGTERM);
        end.set_value();
        beside.join();
    }
    CHECK(CountedTerminations::count() == 0);
}

TEST_CASE("stop signal: afterwards signals come to the handlers that were there before") {
    const CountedTerminations before;
    { const StopSignal stop; }
    CHECK(CountedTerminations::count() == 0);
    std::raise(SIGTERM);
    CHECK(CountedTerminations::count() == 1);
}
