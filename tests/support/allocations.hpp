/// A count of what the C library hands out. One file of a program includes this.
#pragma once

#include <mm_malloc.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <sinew/kernel/diagnostics/sanitized.hpp>

#ifndef SINEW_IS_SANITIZED

// The C library's own names, for the one file of a program that includes this.
// NOLINTBEGIN(bugprone-reserved-identifier,misc-definitions-in-headers)
namespace {

std::atomic<long> n_allocations = 0;

}  // namespace

/// The program's own functions stand in front of the C library's for all shared objects.
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);

void* malloc(std::size_t n) {
    ++n_allocations;
    return __libc_malloc(n);
}
void* calloc(std::size_t n, std::size_t size) {
    ++n_allocations;
    return __libc_calloc(n, size);
}
void* realloc(void* old, std::size_t n) {
    ++n_allocations;
    return __libc_realloc(old, n);
}
void* memalign(std::size_t alignment, std::size_t n) {
    ++n_allocations;
    return __libc_memalign(alignment, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
    ++n_allocations;
    return __libc_memalign(alignment, n);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t n) {
    ++n_allocations;
    *out = __libc_memalign(alignment, n);
    return *out ? 0 : ENOMEM;
}
}
// NOLINTEND(bugprone-reserved-identifier,misc-definitions-in-headers)

#endif
