#include <sinew/kernel/run/stop_signal.hpp>

namespace sinew {

namespace {

volatile std::sig_atomic_t received_signal = 0;

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
    sigaction(SIGINT, &action, &old_interrupt_);
    sigaction(SIGTERM, &action, &old_terminate_);
}

StopSignal::~StopSignal() {
    sigaction(SIGINT, &old_interrupt_, nullptr);
    sigaction(SIGTERM, &old_terminate_, nullptr);
}

int StopSignal::received() const {
    return received_signal;
}

}  // namespace sinew
