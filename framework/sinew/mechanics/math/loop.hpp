/// Loops whose bodies may run in any order: what is compiled without threads takes one as an
/// argument.
#pragma once

#include <functional>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// Calls body(0) to body(n - 1), in any order, on one thread or several.
using Loop = void (*)(Index n, const std::function<void(Index)>& body);

/// The loop of one thread.
inline void in_order(Index n, const std::function<void(Index)>& body) {
    for (Index k = 0; k < n; ++k) body(k);
}

}  // namespace sinew
