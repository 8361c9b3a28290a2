#include <catch2/catch.hpp>
#include <sinew/kernel/diagnostics/current_call.hpp>
#include <thread>

using sinew::CurrentCall;

namespace {

std::string innermost() {
    const CurrentCall::Names names = CurrentCall::innermost();
    return std::string(names.plugin) + " of " + names.node_path + " while " + names.doing;
}

}  // namespace

TEST_CASE("current call: the innermost plugin, and what it or a call around it is doing") {
    CHECK(innermost() == " of  while ");
    const CurrentCall step("solver/static", "/", "stepping");
    CHECK(innermost() == "solver/static of / while stepping");
    {
        const CurrentCall load("load/pressure", "/beam", "");
        CHECK(innermost() == "load/pressure of /beam while stepping");
        const CurrentCall nameless("", "", "");
        CHECK(innermost() == "load/pressure of /beam while stepping");
    }
    CHECK(innermost() == "solver/static of / while stepping");
}

TEST_CASE("current call: a worker is inside what the main thread calls, or inside its own") {
    const CurrentCall step("solver/static", "/", "stepping");
    std::string of_worker, of_own;
    std::thread([&] {
        of_worker = innermost();
        const CurrentCall own("output/vtu", "/beam", "writing");
        of_own = innermost();
    }).join();
    CHECK(of_worker == "solver/static of / while stepping");
    CHECK(of_own == "output/vtu of /beam while writing");
    CHECK(innermost() == "solver/static of / while stepping");
}
