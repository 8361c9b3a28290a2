#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <sinew/kernel/library/library_file.hpp>
#include <sinew/kernel/library/trial.hpp>

namespace sinew {
namespace {

bool is_asked_for = false;

constexpr int longest_trial = 10;  // [s]
constexpr int survived = 42;       // an exit code that no library comes upon

/// What the child does; nothing that the library prints, and no core, is left of it.
[[noreturn]] void try_and_exit(const std::filesystem::path& file, const std::string& id) {
    if (const int nowhere = ::open("/dev/null", O_RDWR); nowhere >= 0)
        for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::dup2(nowhere, stream);
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    // What exit() would call next belongs to the parent, whose threads are not here to be waited
    // for.
    ::on_exit([](int code, void*) { ::_exit(code); }, nullptr);
    std::signal(SIGALRM, SIG_DFL);
    ::alarm(longest_trial);
    try {
        const detail::OpenedPlugin opened = detail::open_plugin(file, id);
        if (opened.description) static_cast<void>(opened.description->params());
    } catch (...) {  // whoever loads it here hears of it
    }
    ::_exit(survived);
}

}  // namespace

void try_libraries_apart() {
    is_asked_for = true;
}

std::string detail::end_of_trial(const std::filesystem::path& file, const std::string& id) {
    if (!is_asked_for) return "";
    const pid_t child = ::fork();
    if (child == 0) try_and_exit(file, id);
    int status = 0;
    pid_t ended = -1;
    while (child > 0 && (ended = ::waitpid(child, &status, 0)) < 0 && errno == EINTR) {
    }
    if (ended != child) return "";  // no process to be had: the library is loaded as in a run
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
        return fmt::format("it does not load within {} s", longest_trial);
    if (WIFSIGNALED(status))
        return fmt::format("the process that loads it is ended by SIG{} ({})",
                           ::sigabbrev_np(WTERMSIG(status)), ::strsignal(WTERMSIG(status)));
    if (WEXITSTATUS(status) != survived)
        return fmt::format("the process that loads it is ended by exit({})", WEXITSTATUS(status));
    return "";
}

}  // namespace sinew
