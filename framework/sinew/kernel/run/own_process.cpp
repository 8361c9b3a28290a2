/// The answer goes through a pipe: a letter that says what it is, then the bytes. An answer that
/// lacks its last letter was cut off.

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <sinew/kernel/diagnostics/sanitized.hpp>
#include <sinew/kernel/run/own_process.hpp>
#include <sinew/kernel/run/stop_signal.hpp>
#include <system_error>

namespace sinew {

namespace {

enum Answer : char { result = 'r', mistake = 'i', failure = 'f', end = '.' };

/// The writing end of the pipe in a child; -1 in a process that is none.
int answers_to = -1;

void write_all(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t n = ::write(answers_to, bytes.data(), bytes.size());
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) ::_exit(1);
        bytes.remove_prefix(std::size_t(n));
    }
}

[[noreturn]] void answer(Answer kind, std::string_view bytes) {
    const char first = kind, last = end;
    write_all({&first, 1});
    write_all(bytes);
    write_all({&last, 1});
    ::_exit(0);
}

/// Message and remedy, with a zero between them.
[[noreturn]] void answer_mistake(const std::string& message, const std::string& remedy) {
    answer(mistake, message + '\0' + remedy);
}

void set_limit(decltype(RLIMIT_CPU) what, rlim_t most) {
    rlimit limit{};
    ::getrlimit(what, &limit);
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? most : std::min(most, limit.rlim_max);
    ::setrlimit(what, &limit);
}

/// Bytes of addresses that this process has.
[[maybe_unused]] rlim_t addresses_in_use() {
    unsigned long pages = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%lu", &pages) != 1) pages = 0;
        std::fclose(file);
    }
    return rlim_t(pages) * rlim_t(::sysconf(_SC_PAGESIZE));
}

/// A library that calls exit() is not let run what waits for an exit of the parent.
void on_exit_of_child() {
    if (answers_to >= 0) answer(failure, "it called exit()");
}

/// The signal by which the child hears that its parent has ended, which nobody else sends.
int end_of_parent() {
    return SIGRTMIN + 3;
}

/// Ends the child with all that it has executed.
void end_group(int) {
    if (::getpgrp() == ::getpid()) ::kill(0, SIGKILL);
    ::_exit(1);
}

/// However the parent ends, by SIGKILL too, the child and what it has executed end with it.
void end_with(pid_t parent) {
    struct sigaction action {};
    action.sa_handler = end_group;
    sigfillset(&action.sa_mask);
    ::sigaction(end_of_parent(), &action, nullptr);
    sigset_t heard;
    sigemptyset(&heard);
    sigaddset(&heard, end_of_parent());
    ::sigprocmask(SIG_UNBLOCK, &heard, nullptr);
    ::prctl(PR_SET_PDEATHSIG, end_of_parent());
    if (::getppid() != parent) end_group(end_of_parent());  // it has ended before
}

/// Lets a signal pass, as SIG_IGN would; but what the child executes begins with its default.
void pass(int) {}

void let_signals_pass() {
    struct sigaction action {};
    action.sa_handler = pass;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

void prepare_child(pid_t parent, double cpu_seconds) {
    ::setpgid(0, 0);  // what it executes is killed with it
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGXCPU})
        std::signal(signal, SIG_DFL);
    let_signals_pass();
    StopSignal::unblock_in_child();
    std::atexit(on_exit_of_child);
    std::at_quick_exit(on_exit_of_child);
    end_with(parent);
    // What a library prints while it comes to grief is said again, in our words. A group that is
    // not the terminal's own would wait for ever at what it reads there.
    if (const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC); nowhere >= 0) {
        ::dup2(nowhere, STDIN_FILENO);
        ::dup2(nowhere, STDOUT_FILENO);
        ::dup2(nowhere, STDERR_FILENO);
    }
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, rlim_t(std::ceil(cpu_seconds)));
#ifndef SINEW_IS_SANITIZED  // sanitizers reserve terabytes of addresses
    set_limit(RLIMIT_AS, addresses_in_use() + memory_of_machine());
#endif
}

[[noreturn]] void run_child(const std::function<std::string()>& work, pid_t parent,
                            double cpu_seconds) {
    prepare_child(parent, cpu_seconds);
    try {
        answer(result, work());
    } catch (const InputError& error) {
        const Diagnostic& first = error.diagnostics().front();
        answer_mistake(first.message, first.remedy);
    } catch (const std::exception& error) {
        answer(failure, is_out_of_memory(error) ? "it asked for more memory than there is"
                                                : std::string("it said: ") + error.what());
    } catch (...) {
        answer(failure, "it threw an exception of an unknown type");
    }
}

/// A child and the reading end of its pipe; if it is left alone it is killed. What it has executed
/// is of its group, and ends with it.
class Child {
public:
    Child(pid_t id, int answers) : id_(id), answers_(answers) {}
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        ::close(answers_);
        if (id_ <= 0) return;
        kill_group();
        wait();
    }

    /// All that it writes, to its end.
    std::string read_all() const {
        constexpr int between_looks = 100;  // ms
        std::string all;
        std::array<char, 1 << 16> buffer;
        for (;;) {
            leave_if_stopped();
            pollfd ready{answers_, POLLIN, 0};
            if (::poll(&ready, 1, between_looks) <= 0) continue;
            const ssize_t n = ::read(answers_, buffer.data(), buffer.size());
            if (n < 0 && errno == EINTR) continue;
            if (n <= 0) return all;
            all.append(buffer.data(), std::size_t(n));
        }
    }

    /// Its status once it has ended.
    int wait() {
        // Until it is waited for, its number is that of no other group.
        siginfo_t ended{};
        while (::waitid(P_PID, id_t(id_), &ended, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
        }
        kill_group();
        int status = 0;
        while (::waitpid(id_, &status, 0) < 0 && errno == EINTR) {
        }
        id_ = 0;
        return status;
    }

private:
    void kill_group() const {
        if (::kill(-id_, SIGKILL) != 0) ::kill(id_, SIGKILL);
    }

    pid_t id_;
    int answers_;
};

std::string reason(int status, double cpu_seconds) {
    if (!WIFSIGNALED(status))
        return fmt::format("it ended without an answer, as by _exit({})", WEXITSTATUS(status));
    if (WTERMSIG(status) == SIGXCPU)
        return fmt::format("it did not come to an end in {:.0f} s", std::ceil(cpu_seconds));
    return fmt::format("it was stopped by signal {} ({})", WTERMSIG(status),
                       ::strsignal(WTERMSIG(status)));
}

}  // namespace

void leave_own_process(const std::string& message, const std::string& remedy) {
    if (answers_to >= 0) answer_mistake(message, remedy);
}

void lift_limit_of_own_process() {
    if (answers_to >= 0) set_limit(RLIMIT_CPU, RLIM_INFINITY);
}

std::string in_own_process(const std::function<std::string()>& work, double cpu_seconds) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        throw std::system_error(errno, std::generic_category(), "a pipe cannot be made");
    const pid_t parent = ::getpid(), id = ::fork();
    if (id < 0) {
        const int error = errno;
        ::close(ends[0]);
        ::close(ends[1]);
        throw std::system_error(error, std::generic_category(), "a process cannot be started");
    }
    if (id == 0) {
        ::close(ends[0]);
        answers_to = ends[1];
        run_child(work, parent, cpu_seconds);
    }
    ::close(ends[1]);
    ::setpgid(id, id);  // whoever of the two comes first
    Child child(id, ends[0]);
    std::string answer = child.read_all();
    const int status = child.wait();
    if (answer.size() < 2 || answer.back() != end || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        throw ProcessDied(reason(status, cpu_seconds));
    answer.pop_back();
    const char kind = answer.front();
    answer.erase(0, 1);
    if (kind == failure) throw ProcessDied(answer);
    if (kind == result) return answer;
    const std::size_t between = std::min(answer.find('\0'), answer.size() - 1);
    throw InputError(
        Diagnostic::error(answer.substr(0, between)).remedy(answer.substr(between + 1)));
}

}  // namespace sinew
