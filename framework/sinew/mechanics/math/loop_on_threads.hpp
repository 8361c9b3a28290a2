/// A loop on all threads, for what takes one as an argument.
#pragma once

#include <sinew/mechanics/math/loop.hpp>
#include <sinew/mechanics/math/parallel_for.hpp>

namespace sinew {

/// A single index needs no team of threads, which would take memory.
inline void on_all_threads(Index n, const std::function<void(Index)>& body) {
    if (n == 1)
        body(0);
    else
        parallel_for(n, body);
}

}  // namespace sinew
