#include <catch2/catch.hpp>
#include <future>
#include <sinew/kernel/run/stop_signal.hpp>
#include <support/send_stop.hpp>

using namespace sinew;
using namespace sinew::test;

namespace {

volatile std::sig_atomic_t n_caught = 0;

extern "C" void catch_signal(int) {
    n_caught = n_caught + 1;
}

}  // namespace

TEST_CASE("stop signal: handlers that a library installs meanwhile never run, in any thread") {
    n_caught = 0;
    {
        const StopSignal stop;
        CHECK(StopSignal::received() == 0);
        std::promise<void> end;
        std::thread beside([&] { end.get_future().wait(); });
        std::signal(SIGTERM, catch_signal);
        send_stop();
        CHECK(StopSignal::received() == SIGTERM);
        end.set_value();
        beside.join();
    }
    CHECK(n_caught == 0);
}

TEST_CASE("stop signal: afterwards signals come to the handlers that were there before") {
    const auto before = std::signal(SIGTERM, catch_signal);
    { const StopSignal stop; }
    n_caught = 0;
    std::raise(SIGTERM);
    CHECK(n_caught == 1);
    std::signal(SIGTERM, before);
}
