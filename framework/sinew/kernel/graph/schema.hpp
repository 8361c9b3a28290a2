/// The whole scene format as a JSON schema (draft 2020-12), and a scene as JSON to check against
/// it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/graph/slot.hpp>
#include <sinew/kernel/plugin/registry.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <vector>

namespace sinew {

/// From the table of slots and all plugins that load: what an editor needs to complete and check a
/// scene. Loads every plugin.
nlohmann::json scene_schema(PluginRegistry& plugins, const std::vector<SlotRule>& slots);

/// A resolved scene as JSON: plain numbers and booleans become such, all other scalars are texts.
nlohmann::ordered_json scene_json(const Value& scene);

}  // namespace sinew
