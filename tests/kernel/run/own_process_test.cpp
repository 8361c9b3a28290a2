// What happens in a process of its own stays there; only its answer comes back.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/run/bytes.hpp>
#include <sinew/kernel/run/own_process.hpp>
#include <sinew/kernel/run/stop_signal.hpp>

using namespace sinew;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

std::string death_of(const std::function<std::string()>& work, double seconds = 20) {
    try {
        in_own_process(work, seconds);
    } catch (const ProcessDied& error) {
        return error.what();
    }
    return "it lives";
}

/// A program that sleeps in a shell's place, and tells its number and which signals it ignores.
class Sleeper {
public:
    Sleeper() = default;
    Sleeper(const Sleeper&) = delete;
    Sleeper& operator=(const Sleeper&) = delete;
    ~Sleeper() {
        if (lives()) ::kill(id(), SIGKILL);
        fs::remove(file_);
    }

    /// Starts it behind a shell, and waits until it sleeps.
    void start() const {
        const std::string command = "sh -c \"echo \\$\\$ > " + file_ +
                                    "; grep SigIgn /proc/self/status >> " + file_ +
                                    "; exec sleep 987\" &";
        if (std::system(command.c_str()) != 0) ::_exit(3);
        wait_until(true);
    }
    bool wait_until(bool sleeps) const {
        for (int k = 0; k < 1000 && lives() != sleeps; ++k) ::usleep(10000);
        return lives() == sleeps;
    }
    bool ignores(int signal) const {
        pid_t id = 0;
        std::string word;
        unsigned long ignored = ~0ul;
        std::ifstream(file_) >> id >> word >> std::hex >> ignored;
        return (ignored >> (signal - 1) & 1) != 0;
    }

private:
    pid_t id() const {
        pid_t id = 0;
        std::ifstream(file_) >> id;
        return id;
    }
    bool lives() const {
        std::string number, name, state;
        std::ifstream("/proc/" + std::to_string(id()) + "/stat") >> number >> name >> state;
        return name == "(sleep)" && state != "Z";
    }

    std::string file_ =
        (fs::temp_directory_path() / ("sinew-executed-" + std::to_string(::getpid()))).string();
};

}  // namespace

TEST_CASE("own process: bytes come back whole, and changes do not") {
    int here = 1;
    const std::string bytes = in_own_process(
        [&] {
            here = 2;
            return std::string("a\0b", 3) + std::string(3'000'000, 'c');
        },
        20);
    CHECK(bytes.size() == 3'000'003);
    CHECK(bytes.substr(0, 4) == std::string("a\0bc", 4));
    CHECK(here == 1);
    CHECK(in_own_process([] { return std::string(); }, 20).empty());
}

TEST_CASE("own process: a mistake of the input is thrown here, with its remedy") {
    for (const bool leaves : {false, true}) {
        const auto work = [&]() -> std::string {
            if (leaves) leave_own_process("it is wrong", "mend it");
            throw InputError(Diagnostic::error("it is wrong").remedy("mend it"));
        };
        try {
            in_own_process(work, 20);
            FAIL("nothing was thrown");
        } catch (const InputError& error) {
            CHECK(error.diagnostics().front().message == "it is wrong");
            CHECK(error.diagnostics().front().remedy == "mend it");
        }
    }
    leave_own_process("outside of any", "it does nothing");
}

TEST_CASE("own process: one that crashes, ends or goes on without end is reported by its reason") {
    CHECK_THAT(death_of([]() -> std::string {
                   std::raise(SIGKILL);
                   return "";
               }),
               Contains("it was stopped by signal 9 (Killed)"));
    CHECK(death_of([]() -> std::string { ::_exit(0); }) ==
          "it ended without an answer, as by _exit(0)");
    CHECK(death_of([]() -> std::string { std::exit(0); }) == "it called exit()");
    CHECK(death_of([]() -> std::string { std::quick_exit(3); }) == "it called exit()");
    CHECK(death_of([]() -> std::string { throw std::runtime_error("no"); }) == "it said: no");
    CHECK(death_of([]() -> std::string { throw std::bad_alloc(); }) ==
          "it asked for more memory than there is");
    const auto without_end = []() -> std::string {
        for (volatile int i = 0; i == 0;) {
        }
        return "";
    };
    CHECK(death_of(without_end, 1) == "it did not come to an end in 1 s");
}

TEST_CASE("own process: a limit that is lifted ends nothing") {
    const auto longer_than_limit = [] {
        lift_limit_of_own_process();
        while (std::clock() < 3 * CLOCKS_PER_SEC / 2) {
        }
        return std::string("done");
    };
    CHECK(in_own_process(longer_than_limit, 1) == "done");
}

TEST_CASE("own process: a signal that stops the run kills the child at once") {
    const StopSignal stop;
    const Interruptible may_be_left;
    const auto work = []() -> std::string {
        ::kill(::getppid(), SIGTERM);
        ::raise(SIGTERM);  // as a terminal gives it to all of a group
        for (;;) ::pause();
    };
    const auto begin = std::chrono::steady_clock::now();
    CHECK_THROWS_AS(in_own_process(work, 20), Stopped);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    CHECK(taken.count() < 2);
    CHECK(::waitpid(-1, nullptr, WNOHANG) < 0);  // there is no child any more
}

TEST_CASE("own process: programs that the child has executed end with it, and ignore no signal") {
    const Sleeper sleeper;
    SECTION("a signal has stopped the run") {
        const StopSignal stop;
        const Interruptible may_be_left;
        const auto work = [&]() -> std::string {
            sleeper.start();
            ::kill(::getppid(), SIGTERM);
            for (;;) ::pause();
        };
        CHECK_THROWS_AS(in_own_process(work, 20), Stopped);
    }
    SECTION("the child has come to its end") {
        const auto work = [&] {
            sleeper.start();
            return std::string(sleeper.wait_until(true) ? "it sleeps" : "it does not");
        };
        CHECK(in_own_process(work, 20) == "it sleeps");
    }
    SECTION("the parent was killed") {
        const pid_t parent = ::fork();
        if (parent == 0) {
            const auto work = [&]() -> std::string {
                sleeper.start();
                for (;;) ::pause();
            };
            death_of(work);
            ::_exit(0);
        }
        CHECK(sleeper.wait_until(true));
        ::kill(parent, SIGKILL);
        ::waitpid(parent, nullptr, 0);
    }
    CHECK(sleeper.wait_until(false));
    // Shells let what they start in the background ignore SIGINT themselves.
    for (const int signal : {SIGTERM, SIGHUP}) CHECK_FALSE(sleeper.ignores(signal));
}

TEST_CASE("bytes: values come back in their order, and bytes that are missing are noticed") {
    BytesOut out;
    out.put(std::int64_t(-7));
    out.put(std::string_view("name"));
    const Eigen::Matrix3Xd x = Eigen::Matrix3Xd::Random(3, 5);
    out.put(x);
    out.put(Eigen::MatrixXi(0, 4));
    const std::string bytes = out.take();
    BytesIn in(bytes);
    CHECK(in.integer() == -7);
    CHECK(in.text() == "name");
    CHECK(in.matrix<Eigen::Matrix3Xd>() == x);
    CHECK(in.matrix<Eigen::MatrixXi>().cols() == 4);
    CHECK_THROWS_AS(in.integer(), std::runtime_error);
    BytesIn cut(std::string_view(bytes).substr(0, 50));
    cut.integer();
    cut.text();
    CHECK_THROWS_AS(cut.matrix<Eigen::Matrix3Xd>(), std::runtime_error);
}
