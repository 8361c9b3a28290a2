/// Couplings of a part of a scene, whose nodes are known before its systems are made.
#pragma once

#include <algorithm>
#include <sinew/kernel/graph/node.hpp>

namespace sinew {

/// True if couplings stand at a node, or at any below it.
inline bool has_couplings(const SceneNode& node) {
    return node.slot_count("couplings") > 0 ||
           std::any_of(node.children().begin(), node.children().end(),
                       [](const auto& child) { return has_couplings(*child); });
}

}  // namespace sinew
