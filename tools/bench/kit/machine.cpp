#include "machine.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <fstream>
#include <sinew/kernel/version.hpp>
#include <thread>

#include "built_with.hpp"
#include "process.hpp"

namespace sinew::bench {

namespace {

std::string processor() {
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
    return "unknown";
}

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return fmt::format("{}={}", name, value ? value : "(not set)");
}

/// Commit of the tree that this was built in; an installation has none.
std::string commit() {
    if (find_program("git").empty()) return "unknown";
    const Finished git = run_program(
        {"git", "-C", built_with::source, "describe", "--always", "--dirty", "--abbrev=12"});
    return git.code == 0 ? git.output.substr(0, git.output.find('\n')) : "unknown";
}

std::string date() {
    char text[32];
    const std::time_t time = std::time(nullptr);
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", std::gmtime(&time));
    return text;
}

std::string load() {
    double loads[3] = {};
    ::getloadavg(loads, 3);
    return fmt::format("{:.2f} (1 min), {:.2f} (5 min)", loads[0], loads[1]);
}

}  // namespace

std::string describe_machine(const Settings& settings) {
    const double memory = double(::sysconf(_SC_PHYS_PAGES)) * double(::sysconf(_SC_PAGE_SIZE));
    return fmt::format(
        "| | |\n|---|---|\n"
        "| processor | {}, {} cores, {:.0f} GB |\n"
        "| threads | {} |\n"
        "| Sinew | {}, commit {} |\n"
        "| compiler | {} {}, {} |\n"
        "| environment | {} {} {} {} {} |\n"
        "| when | {} |\n"
        "| load of the machine when it began | {} |\n",
        processor(), std::thread::hardware_concurrency(), memory / 1e9, settings.threads, version,
        commit(), built_with::compiler, built_with::compiler_version, built_with::flags,
        variable("OPENBLAS_CORETYPE"), variable("OPENBLAS_NUM_THREADS"),
        variable("OMP_THREAD_LIMIT"), variable("GOMP_SPINCOUNT"), variable("GLIBC_TUNABLES"),
        date(), load());
}

}  // namespace sinew::bench
