/// A request to stop, as a user sends it.
#pragma once

#include <unistd.h>

#include <csignal>
#include <sinew/kernel/run/stop_signal.hpp>
#include <thread>

namespace sinew::test {

/// Sends SIGTERM to this process, in which a StopSignal lives, and waits until that has it.
inline void send_stop() {
    ::kill(::getpid(), SIGTERM);
    while (StopSignal::received() == 0) std::this_thread::yield();
}

}  // namespace sinew::test
