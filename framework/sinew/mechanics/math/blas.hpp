/// Dense kernels below the sparse factorisations: one thread, the right kernels, and a buffer.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>

extern "C" {
void openblas_set_num_threads(int) __attribute__((weak));
void* blas_memory_alloc(int) __attribute__((weak));
void blas_memory_free(void*) __attribute__((weak));
}

namespace sinew {

/// Sums in a threaded BLAS depend on the number of threads: ours run on one. Does nothing where
/// the BLAS is not OpenBLAS. Inline and weak, so that it sees the BLAS of the library that calls.
inline void use_one_blas_thread() {
    if (openblas_set_num_threads) openblas_set_num_threads(1);
}

/// OpenBLAS works in a buffer of 128 MB, which it takes when it first needs it and then keeps. It
/// asks without end for one that it cannot have: so it gets it here, or std::bad_alloc is thrown.
inline void reserve_blas_buffer() {
    if (!blas_memory_alloc || !blas_memory_free) return;
    constexpr std::size_t bytes = std::size_t{160} << 20;
    void* room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) throw std::bad_alloc();
    munmap(room, bytes);
    blas_memory_free(blas_memory_alloc(0));
}

}  // namespace sinew
