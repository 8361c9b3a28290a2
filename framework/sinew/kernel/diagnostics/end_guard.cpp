#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <memory>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/current_call.hpp>
#include <sinew/kernel/diagnostics/end_guard.hpp>
#include <sinew/kernel/diagnostics/end_report.hpp>

namespace sinew {

namespace {

/// A signal that ends a process from inside, and its words in a message.
struct FatalSignal {
    int number;
    const char* words;
};
constexpr std::array fatal_signals{
    FatalSignal{SIGSEGV, "SIGSEGV (memory that is not its own, or a stack that overflowed)"},
    FatalSignal{SIGBUS, "SIGBUS (memory that is not there: a file that was cut off, say)"},
    FatalSignal{SIGFPE, "SIGFPE (a division of integers by zero)"},
    FatalSignal{SIGILL, "SIGILL (an instruction that this processor does not know)"},
    FatalSignal{SIGABRT,
                "SIGABRT (abort() was called: a failed check, or an exception in a place "
                "that allows none)"},
};

constexpr const char* crash_remedy =
    "what was written before is whole; report this with the scene, to the author of the plugin if "
    "one is named; gdb --args sinew run SCENE shows the line";
constexpr const char* exit_remedy =
    "no plugin or library may end Sinew: take the call of exit() out, or the command to exit from "
    "the file that it reads";

std::atomic<pid_t> guarded_process = 0;
std::atomic<pid_t> telling_thread = 0;
std::array<struct sigaction, fatal_signals.size()> actions_before{};
volatile std::sig_atomic_t has_met_file_limit = 0;
volatile std::sig_atomic_t has_met_closed_pipe = 0;

/// Text in place, without memory of the heap; what is too long is cut.
class FixedText {
public:
    FixedText& operator<<(const char* text) {
        const std::size_t n = std::min(std::strlen(text), text_.size() - 1 - size_);
        std::memcpy(text_.data() + size_, text, n);
        size_ += n;
        text_[size_] = '\0';
        return *this;
    }
    const char* c_str() const { return text_.data(); }
    void print() const {
        [[maybe_unused]] const ssize_t n = ::write(STDERR_FILENO, text_.data(), size_);
    }

private:
    std::array<char, 2048> text_{};
    std::size_t size_ = 0;
};

/// Says on standard error and in the prepared report what came, as a diagnostic is printed. `what`
/// follows the name of the plugin.
void tell(const char* status, const char* what, const char* cause, const char* remedy) {
    const CurrentCall::Names call = CurrentCall::innermost();
    FixedText message;
    if (*call.plugin)
        message << call.plugin;
    else
        message << "Sinew, outside of plugins,";
    message << " " << what;
    if (*call.doing) message << " while " << call.doing;
    if (*cause) message << ": " << cause;
    FixedText printed;
    if (::isatty(STDERR_FILENO) != 0) printed << "\r\033[K";  // over the bar of the progress
    printed << "error: " << message.c_str();
    if (*call.node_path) printed << "\n  node: " << call.node_path;
    if (*call.plugin) printed << "\n  plugin: " << call.plugin;
    printed << "\n  remedy: " << remedy << "\n";
    printed.print();
    EndReport::write_prepared({status, message.c_str(), remedy, call.node_path, call.plugin});
}

/// True for the first that asks.
bool may_tell() {
    pid_t nobody = 0;
    return telling_thread.compare_exchange_strong(nobody, ::gettid());
}

extern "C" void on_fatal_signal(int number, siginfo_t* info, void*) {
    std::size_t k = 0;
    while (fatal_signals[k].number != number) ++k;
    if (guarded_process == ::getpid()) {
        if (may_tell())
            tell("crashed", "crashed", fatal_signals[k].words, crash_remedy);
        else
            // Several threads may fail alike: the first speaks and ends all.
            while (telling_thread != ::gettid()) ::pause();
    }
    // On return the instruction fails again, and meets what was there before us.
    ::sigaction(number, &actions_before[k], nullptr);
    if (info->si_code <= 0) ::raise(number);  // nothing would fail again: somebody sent it
}

extern "C" void on_file_limit(int) {
    has_met_file_limit = 1;
}

extern "C" void on_closed_pipe(int) {
    has_met_closed_pipe = 1;
}

/// What exit() calls; a main that returns has no guard any more.
void on_exit_of_process() {
    if (guarded_process != ::getpid() || !may_tell()) return;
    std::cout.flush();
    std::fflush(nullptr);
    tell("failed", "called exit()", "", exit_remedy);
    ::_exit(1);
}

void install() {
    struct sigaction fatal {};
    fatal.sa_sigaction = on_fatal_signal;
    fatal.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&fatal.sa_mask);  // with all of them, a fault of the handler itself is the end
    for (const FatalSignal& one : fatal_signals) sigaddset(&fatal.sa_mask, one.number);
    for (const FatalSignal& one : fatal_signals) ::sigaction(one.number, &fatal, nullptr);
    struct sigaction limit {
    }, pipe{};
    limit.sa_handler = on_file_limit;
    pipe.sa_handler = on_closed_pipe;
    for (auto* action : {&limit, &pipe}) {
        sigemptyset(&action->sa_mask);
        action->sa_flags = SA_RESTART;
    }
    ::sigaction(SIGXFSZ, &limit, nullptr);
    ::sigaction(SIGPIPE, &pipe, nullptr);
}

}  // namespace

EndGuard::EndGuard() {
    SINEW_ASSERT(guarded_process == 0, "one guard of the process at a time");
    static const bool is_listening =
        std::atexit(on_exit_of_process) == 0 && std::at_quick_exit(on_exit_of_process) == 0;
    static_cast<void>(is_listening);
    cover_this_thread();
    for (std::size_t k = 0; k < fatal_signals.size(); ++k)
        ::sigaction(fatal_signals[k].number, nullptr, &actions_before[k]);
    install();
    guarded_process = ::getpid();
}

EndGuard::~EndGuard() {
    guarded_process = 0;
}

void EndGuard::restore_handlers() {
    if (guarded_process == ::getpid()) install();
}

void EndGuard::cover_this_thread() {
    constexpr std::size_t size = std::size_t(64) << 10;
    struct Stack {
        std::unique_ptr<char[]> memory{new char[size]};
        ~Stack() {
            stack_t none{};
            none.ss_flags = SS_DISABLE;
            ::sigaltstack(&none, nullptr);
        }
    };
    thread_local const Stack stack;
    stack_t given{};
    given.ss_sp = stack.memory.get();
    given.ss_size = size;
    ::sigaltstack(&given, nullptr);
}

bool EndGuard::met_file_limit() {
    return has_met_file_limit != 0;
}

bool EndGuard::met_closed_pipe() {
    return has_met_closed_pipe != 0;
}

}  // namespace sinew
