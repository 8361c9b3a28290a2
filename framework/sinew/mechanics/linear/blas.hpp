/// Dense kernels below the sparse factorisations: one thread, and the right kernels.
#pragma once

extern "C" void openblas_set_num_threads(int) __attribute__((weak));

namespace sinew {

/// Sums in a threaded BLAS depend on the number of threads: ours run on one. Does nothing where
/// the BLAS is not OpenBLAS. Inline and weak, so that it sees the BLAS of the library that calls.
inline void use_one_blas_thread() {
    if (openblas_set_num_threads) openblas_set_num_threads(1);
}

}  // namespace sinew
