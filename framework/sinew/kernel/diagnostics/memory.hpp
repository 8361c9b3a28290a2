/// Memory that runs out is told alike wherever it is noticed.
#pragma once

#include <cstddef>
#include <exception>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {

/// Whether that is how C++ says so: std::bad_alloc, or std::length_error, a wish for more than any
/// memory holds.
bool is_out_of_memory(const std::exception& error);

/// What a user reads then; a failed computation (exit code 1), not a mistake of the scene.
Diagnostic out_of_memory();

/// What this process may use at all: the machine's memory, or less by a limit on its address space
/// [bytes].
std::size_t memory_of_machine();

}  // namespace sinew
