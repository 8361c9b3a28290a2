#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <new>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <stdexcept>

namespace sinew {

namespace {

std::string& out_of_memory_remedy() {
    static std::string remedy = "make the scene smaller, or use a machine with more memory";
    return remedy;
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

}  // namespace sinew
