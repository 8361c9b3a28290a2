/// A hash that two scenes share if they are the same computation.
#pragma once

#include <cstdint>
#include <sinew/kernel/graph/slot.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// 16 hexadecimal digits over the resolved scene: nodes, transforms, slots and `time.step` as they
/// stand after variables, includes and overrides. Values that do not change the state at a time are
/// left out: title, `let`, `plugins`, `time.end`, the slots of outputs, comments, the order of
/// keys in a map. Files that a scene names enter by name; what they hold is compared apart
/// (content.hpp).
std::string scene_hash(const Value& scene, const std::vector<SlotRule>& slots);

/// FNV-1a over 64 bits.
std::uint64_t fnv1a(std::string_view bytes, std::uint64_t seed = 0xcbf29ce484222325u);

}  // namespace sinew
