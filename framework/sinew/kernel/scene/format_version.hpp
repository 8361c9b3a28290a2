/// The version of the scene format, `sinew: 1`.
#pragma once

#include <sinew/kernel/scene/document.hpp>

namespace sinew {

inline constexpr int scene_format_version = 1;

/// Throws InputError, with all that was found before, for another version than ours.
void check_format_version(const TextNode& node, Diagnostics& diagnostics);

}  // namespace sinew
