#include <atomic>
#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/run/stop_signal.hpp>

namespace sinew {

namespace {

volatile std::sig_atomic_t received_signal = 0;
std::atomic<int> n_interruptible = 0;

extern "C" void on_stop_signal(int signal) {
    if (received_signal != 0) {
        std::signal(signal, SIG_DFL);
        std::raise(signal);
    }
    received_signal = signal;
}

}  // namespace

StopSignal::StopSignal() {
    received_signal = 0;
    struct sigaction action {};
    action.sa_handler = on_stop_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        sigaction(signals_[i], nullptr, &old_[i]);
        const bool is_nohup = signals_[i] == SIGHUP && old_[i].sa_handler == SIG_IGN;
        if (!is_nohup) sigaction(signals_[i], &action, nullptr);
    }
}

StopSignal::~StopSignal() {
    for (std::size_t i = 0; i < signals_.size(); ++i) sigaction(signals_[i], &old_[i], nullptr);
}

int StopSignal::received() const {
    return received_signal;
}

Interruptible::Interruptible() {
    ++n_interruptible;
}

Interruptible::~Interruptible() {
    --n_interruptible;
}

void leave_if_stopped() {
    if (received_signal != 0 && n_interruptible > 0) throw Stopped();
}

}  // namespace sinew
