/// Settings that the libraries below us read when they are loaded.
#pragma once

#include <map>
#include <string>

namespace sinew::tools {

/// OpenBLAS, OpenMP and glibc read their settings when they are loaded, before main. Where the user
/// has not set them, this sets
/// - OPENBLAS_NUM_THREADS=1: bits must not depend on the number of threads;
/// - OMP_THREAD_LIMIT: CHOLMOD asks for a team of its own size, which would oversubscribe;
/// - GOMP_SPINCOUNT=20000: a thread that waits for its team spins for some 1 ms, which bridges
///   what one thread does between two loops of a step. libgomp's own 300000 take 13 ms where the
///   pause instruction is long: too much where other programs compute too;
/// - GLIBC_TUNABLES: by malloc's hugetlb=1 large arrays ask for transparent huge pages, which makes
///   assembly on a million tetrahedra a fifth faster; by thresholds of 4 GB, mmap_threshold and
///   trim_threshold, memory that is given back is used again and not cleared anew by the kernel,
///   which takes a quarter from the static run of a million tetrahedra;
/// and starts the program again, once. OPENBLAS_CORETYPE is mechanics' choice (linear/blas.cpp).
void choose_library_environment(char** argv);

/// The settings that hold now, for `--version` and run.json.
std::map<std::string, std::string> library_environment();

}  // namespace sinew::tools
