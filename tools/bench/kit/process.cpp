#include "process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sstream>

#include "timing.hpp"

namespace sinew::bench {

namespace {

double seconds_of(const timeval& time) {
    return double(time.tv_sec) + 1e-6 * double(time.tv_usec);
}

[[noreturn]] void become(const std::vector<std::string>& words,
                         const std::map<std::string, std::string>& environment,
                         const std::filesystem::path& folder, int output) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // what is measured does not outlive an interrupted bench
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    if (!folder.empty() && ::chdir(folder.c_str()) != 0) ::_exit(127);
    std::vector<char*> argv;
    for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    ::execvp(argv[0], argv.data());
    ::_exit(127);
}

}  // namespace

Finished run_program(const std::vector<std::string>& words,
                     const std::map<std::string, std::string>& environment,
                     const std::filesystem::path& folder) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw ComputationError("cannot make a pipe");
    const double start = now();
    const pid_t child = ::fork();
    if (child == 0) become(words, environment, folder, ends[1]);
    ::close(ends[1]);
    Finished finished;
    char buffer[4096];
    for (ssize_t n; (n = ::read(ends[0], buffer, sizeof buffer)) > 0;)
        finished.output.append(buffer, std::size_t(n));
    ::close(ends[0]);
    int status = 0;
    rusage usage{};
    if (child < 0 || ::wait4(child, &status, 0, &usage) != child)
        throw ComputationError("cannot start " + words.front());
    finished.seconds = now() - start;
    finished.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
    finished.peak_bytes = 1024.0 * double(usage.ru_maxrss);
    finished.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    if (finished.code == 127) throw ComputationError("cannot start " + words.front());
    return finished;
}

std::filesystem::path find_program(const std::string& name) {
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const std::filesystem::path file = std::filesystem::path(folder) / name;
        if (::access(file.c_str(), X_OK) == 0) return file;
    }
    return {};
}

std::filesystem::path own_folder() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path();
}

}  // namespace sinew::bench
