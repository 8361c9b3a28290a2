#include <new>
#include <sinew/kernel/diagnostics/memory.hpp>
#include <stdexcept>

namespace sinew {

bool is_out_of_memory(const std::exception& error) {
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
           dynamic_cast<const std::length_error*>(&error) != nullptr;
}

Diagnostic out_of_memory() {
    return {Severity::error,
            "the memory of this machine does not suffice",
            "use fewer elements, or an iterative linear solver",
            {},
            {},
            {}};
}

}  // namespace sinew
