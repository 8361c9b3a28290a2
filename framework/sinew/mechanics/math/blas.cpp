/// Debian's OpenBLAS 0.3.21 does not know processors that came after it and runs its slowest
/// kernels on them (dgemm four times slower). It takes a hint from the environment when it is
/// loaded, which only plugins do: so the hint is given when mechanics is.

#include <cstdlib>

namespace sinew {

namespace {

[[gnu::constructor]] void name_blas_kernels() {
#if defined(__x86_64__)
    __builtin_cpu_init();
    const bool avx512 = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    if (avx512)
        setenv("OPENBLAS_CORETYPE", "SkylakeX", /*overwrite=*/0);
    else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        setenv("OPENBLAS_CORETYPE", "Haswell", /*overwrite=*/0);
#endif
}

}  // namespace

}  // namespace sinew
