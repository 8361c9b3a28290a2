#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <new>
#include <optional>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <stdexcept>
#include <string>

namespace sinew {

namespace {

std::string& out_of_memory_remedy() {
    static std::string remedy = "make the scene smaller, or use a machine with more memory";
    return remedy;
}

/// The number behind a key of a file of lines "key: number kB"; nothing if it is not there.
std::optional<std::size_t> kilobytes_in(const char* file, const std::string& key) {
    std::ifstream stream(file);
    for (std::string word; stream >> word;) {
        std::size_t number = 0;
        if (word == key && stream >> number) return 1024 * number;
    }
    return std::nullopt;
}

std::optional<std::size_t> number_in(const char* file) {
    std::size_t number = 0;
    if (std::ifstream stream(file); stream >> number) return number;
    return std::nullopt;
}

}  // namespace

bool is_out_of_memory(const std::exception& error) {
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
           dynamic_cast<const std::length_error*>(&error) != nullptr;
}

Diagnostic out_of_memory() {
    return Diagnostic::error("the memory of this machine does not suffice")
        .remedy(out_of_memory_remedy());
}

void set_out_of_memory_remedy(std::string remedy) {
    out_of_memory_remedy() = std::move(remedy);
}

std::size_t memory_of_machine() {
    const auto pages = std::size_t(std::max(::sysconf(_SC_PHYS_PAGES), 0L));
    const std::size_t bytes = pages * std::size_t(std::max(::sysconf(_SC_PAGESIZE), 0L));
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return bytes;
    return std::min<std::size_t>(bytes, limit.rlim_cur);
}

std::size_t free_memory() {
    const auto left = [](std::size_t whole, std::size_t used) {
        return whole > used ? whole - used : 0;
    };
    std::size_t bytes =
        kilobytes_in("/proc/meminfo", "MemAvailable:").value_or(memory_of_machine());
    rlimit limit{};
    if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        bytes = std::min(
            bytes, left(limit.rlim_cur, kilobytes_in("/proc/self/status", "VmSize:").value_or(0)));
    const auto most = number_in("/sys/fs/cgroup/memory.max");
    const auto used = number_in("/sys/fs/cgroup/memory.current");
    if (most && used) bytes = std::min(bytes, left(*most, *used));
    return bytes;
}

}  // namespace sinew
