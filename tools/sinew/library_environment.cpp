#include "library_environment.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <thread>

namespace sinew::tools {

namespace {

constexpr const char* guard = "SINEW_ENVIRONMENT_CHOSEN";

/// The number of threads that --threads asks for, else the one that OpenMP would take.
std::string thread_limit(char** argv) {
    for (char** word = argv; *word; ++word) {
        if (std::strncmp(*word, "--threads=", 10) == 0) return *word + 10;
        if (std::strcmp(*word, "--threads") == 0 && word[1]) return word[1];
    }
    if (const char* wanted = std::getenv("OMP_NUM_THREADS")) return wanted;
    return std::to_string(std::max(1u, std::thread::hardware_concurrency()));
}

bool is_count(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos &&
           text.find_first_not_of('0') != std::string::npos;
}

/// Sets the variable if it is absent; true if it had to be set.
bool set_if_absent(const char* name, const std::string& value) {
    if (std::getenv(name)) return false;
    return ::setenv(name, value.c_str(), 1) == 0;
}

}  // namespace

void choose_library_environment(char** argv) {
    if (std::getenv(guard)) {
        ::unsetenv(guard);  // what we start ourselves may need another choice
        return;
    }
    bool is_changed = false;
    is_changed |= set_if_absent("OPENBLAS_NUM_THREADS", "1");
    if (const std::string limit = thread_limit(argv); is_count(limit))
        is_changed |= set_if_absent("OMP_THREAD_LIMIT", limit);
    if (!std::getenv("OMP_WAIT_POLICY")) is_changed |= set_if_absent("GOMP_SPINCOUNT", "20000");
    is_changed |= set_if_absent("GLIBC_TUNABLES",
                                "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=4294967296:"
                                "glibc.malloc.trim_threshold=4294967296");
    if (!is_changed) return;
    ::setenv(guard, "1", 1);
    ::execv("/proc/self/exe", argv);
    ::unsetenv(guard);  // no /proc: libraries loaded from here on still see the settings
}

std::map<std::string, std::string> library_environment() {
    std::map<std::string, std::string> settings;
    for (const char* name : {"OPENBLAS_CORETYPE", "OPENBLAS_NUM_THREADS", "OMP_THREAD_LIMIT",
                             "GOMP_SPINCOUNT", "GLIBC_TUNABLES"}) {
        const char* value = std::getenv(name);
        settings[name] = value ? value : "not set";
    }
    return settings;
}

}  // namespace sinew::tools
