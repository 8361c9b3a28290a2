/// Runs the `sinew` that was built, as a user does.
#pragma once

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

namespace sinew::test {

struct Outcome {
    int code = -1;
    std::string text;  ///< standard output and standard error
};

/// `before` stands in front of the command: variables of the environment, say.
inline Outcome call(const std::string& arguments, const std::string& before = "") {
    const std::string command = before + " '" SINEW_PROGRAM "' " + arguments + " 2>&1";
    Outcome outcome;
    FILE* pipe = popen(command.c_str(), "r");
    std::array<char, 4096> buffer;
    while (const std::size_t n = fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.text.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

inline void wait_milliseconds(int n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(n));
}

/// A `sinew` that runs beside the test, and ends with it at the latest. `environment` holds
/// assignments; what it prints goes where `arguments` send it.
class Program {
public:
    explicit Program(const std::string& arguments, const std::string& environment = "") {
        std::string command = "exec env " + environment + " '" SINEW_PROGRAM "' " + arguments;
        std::string shell = "sh", option = "-c";
        char* const words[] = {shell.data(), option.data(), command.data(), nullptr};
        if (posix_spawn(&id_, "/bin/sh", nullptr, nullptr, words, environ) != 0) id_ = 0;
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program() {
        if (!running()) return;
        signal(SIGKILL);
        wait();
    }

    bool running() {
        if (id_ > 0 && waitpid(id_, &status_, WNOHANG) == id_) id_ = 0;
        return id_ > 0;
    }
    void signal(int number) {
        if (running()) kill(id_, number);
    }
    /// The exit code, or 128 and the signal that ended it.
    int wait() {
        if (id_ > 0) waitpid(id_, &status_, 0);
        id_ = 0;
        return WIFEXITED(status_) ? WEXITSTATUS(status_) : 128 + WTERMSIG(status_);
    }
    /// Waits until that file is there; false if the program ended without it.
    bool wait_for(const std::filesystem::path& file) {
        while (running() && !std::filesystem::exists(file)) wait_milliseconds(1);
        return std::filesystem::exists(file);
    }

private:
    pid_t id_ = 0;
    int status_ = -1;
};

/// A folder that goes when the test does.
class WorkFolder {
public:
    WorkFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "sinew-tools-XXXXXX").string();
        path_ = mkdtemp(name.data());
    }
    WorkFolder(const WorkFolder&) = delete;
    WorkFolder& operator=(const WorkFolder&) = delete;
    ~WorkFolder() { std::filesystem::remove_all(path_); }

    std::string path(const std::string& name = "") const { return (path_ / name).string(); }
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name) << text;
        return path(name);
    }
    std::string read(const std::string& name) const {
        std::ostringstream text;
        text << std::ifstream(path_ / name).rdbuf();
        return text.str();
    }

private:
    std::filesystem::path path_;
};

}  // namespace sinew::test
