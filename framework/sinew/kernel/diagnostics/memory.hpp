/// The error of memory that runs out, the same wherever it is noticed.
#pragma once

#include <cstddef>
#include <exception>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {

/// True for the exceptions by which C++ reports it: std::bad_alloc, and std::length_error for a
/// request that no memory can hold.
bool is_out_of_memory(const std::exception& error);

/// The message for the user: a failed computation (exit code 1), not a mistake of the scene.
Diagnostic out_of_memory();

/// Replaces the advice of that message, by a layer that knows what takes the memory. For the start
/// of a program, before it has threads.
void set_out_of_memory_remedy(std::string remedy);

/// Memory that this process may use at all: the machine's, or less by a limit on its address space
/// [bytes].
std::size_t memory_of_machine();

/// Memory that this process may still have now: what the machine has free, within the limits on the
/// address space and of the control group [bytes].
std::size_t free_memory();

}  // namespace sinew
