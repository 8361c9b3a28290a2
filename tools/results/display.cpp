#include "display.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <string>

namespace sinew::results {

namespace {

constexpr int patience_ms = 30000;

/// Turns the child into Xvfb, which writes the number of its display to `report`, and goes when we
/// go.
[[noreturn]] void become_server(int report) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    const int nowhere = ::open("/dev/null", O_RDWR);
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nowhere, standard);
    const std::string number = std::to_string(report);
    ::execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "1280x1024x24",
             "-nolisten", "tcp", "-noreset", nullptr);
    ::_exit(127);
}

/// The line that the server writes once it is ready; "" if it ends or takes too long.
std::string read_line(int from) {
    std::string line;
    pollfd ready{from, POLLIN, 0};
    for (char c; ::poll(&ready, 1, patience_ms) > 0 && ::read(from, &c, 1) == 1 && c != '\n';)
        line += c;
    return line;
}

void end(pid_t process) {
    ::kill(process, SIGTERM);
    ::waitpid(process, nullptr, 0);
}

}  // namespace

Display::Display() {
    int ends[2];
    if (::pipe(ends) != 0) throw ComputationError("cannot make a pipe to Xvfb");
    server_ = ::fork();
    if (server_ == 0) {
        ::close(ends[0]);
        become_server(ends[1]);
    }
    ::close(ends[1]);
    const std::string number = server_ > 0 ? read_line(ends[0]) : "";
    ::close(ends[0]);
    if (!number.empty()) {
        ::setenv("DISPLAY", (":" + number).c_str(), 1);
        return;
    }
    if (server_ > 0) end(server_);
    server_ = -1;
    if (!std::getenv("DISPLAY"))
        throw InputError(
            Diagnostic::error("rendering needs an X server, and Xvfb does not start")
                .remedy("install the package xvfb (tools/bootstrap does), or set DISPLAY"));
}

Display::~Display() {
    if (server_ > 0) end(server_);
}

}  // namespace sinew::results
