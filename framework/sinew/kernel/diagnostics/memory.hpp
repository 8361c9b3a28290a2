/// Memory that runs out is told alike wherever it is noticed.
#pragma once

#include <exception>
#include <sinew/kernel/diagnostics/diagnostic.hpp>

namespace sinew {

/// Whether that is how C++ says so: std::bad_alloc, or std::length_error, a wish for more than any
/// memory holds.
bool is_out_of_memory(const std::exception& error);

/// What a user reads then; a failed computation (exit code 1), not a mistake of the scene.
Diagnostic out_of_memory();

}  // namespace sinew
