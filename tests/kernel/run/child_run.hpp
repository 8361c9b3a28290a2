/// Runs in child processes, for what happens to processes.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <thread>

#include "run_support.hpp"

namespace sinew::test {

/// Runs the scene in a child process.
inline pid_t start(const SceneFolder& folder) {
    const pid_t child = fork();
    if (child == 0) _exit(folder.run());
    return child;
}

/// Waits until the child has seen at least that step.
inline void wait_for_step(const SceneFolder& folder, const std::string& step) {
    for (int i = 0; i < 3000; ++i) {
        if (folder.trace().find(" " + step + " ") != std::string::npos) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    FAIL("the child never came to step " << step);
}

/// Its status, as waitpid has it, when it has ended.
inline int status_of(pid_t child) {
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

}  // namespace sinew::test
