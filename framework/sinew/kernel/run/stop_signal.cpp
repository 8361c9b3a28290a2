#include <sinew/kernel/diagnostics/stopped.hpp>
#include <sinew/kernel/run/stop_signal.hpp>

namespace sinew {

namespace {

static_assert(std::atomic<int>::is_always_lock_free, "a handler writes it");
std::atomic<int> received_signal = 0;
std::atomic<int> n_interruptible = 0;

/// The second signal ends the process.
void take(int signal) {
    int none = 0;
    if (received_signal.compare_exchange_strong(none, signal)) return;
    std::signal(signal, SIG_DFL);
    sigset_t this_one;
    sigemptyset(&this_one);
    sigaddset(&this_one, signal);
    pthread_sigmask(SIG_UNBLOCK, &this_one, nullptr);
    std::raise(signal);
}

extern "C" void on_stop_signal(int signal) {
    take(signal);
}

}  // namespace

StopSignal::StopSignal() {
    received_signal = 0;
    struct sigaction action {};
    action.sa_handler = on_stop_signal;
    sigemptyset(&action.sa_mask);
    action.sa_flags = SA_RESTART;
    sigemptyset(&heard_);
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        sigaction(signals_[i], nullptr, &old_[i]);
        const bool is_nohup = signals_[i] == SIGHUP && old_[i].sa_handler == SIG_IGN;
        if (is_nohup) continue;
        sigaction(signals_[i], &action, nullptr);
        sigaddset(&heard_, signals_[i]);
    }
    pthread_sigmask(SIG_BLOCK, &heard_, &mask_before_);
    listener_ = std::thread([this] {
        int signal = 0;
        while (sigwait(&heard_, &signal) == 0 && !has_ended_) take(signal);
    });
}

StopSignal::~StopSignal() {
    has_ended_ = true;
    pthread_kill(listener_.native_handle(), SIGINT);  // wakes it
    listener_.join();
    for (std::size_t i = 0; i < signals_.size(); ++i) sigaction(signals_[i], &old_[i], nullptr);
    pthread_sigmask(SIG_SETMASK, &mask_before_, nullptr);
}

int StopSignal::received() {
    return received_signal;
}

void StopSignal::unblock_in_child() {
    sigset_t all;
    sigemptyset(&all);
    for (const int signal : signals_) sigaddset(&all, signal);
    pthread_sigmask(SIG_UNBLOCK, &all, nullptr);
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
