/// The whole scene format as a JSON schema (draft 2020-12), and a scene as JSON to check against
/// it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/graph/slot.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <vector>

namespace sinew {

/// The schema of a plugin's value in a scene, whose `type` is the plugin's name; see params_schema.
/// The schema of a nested plugin carries its kind as "x-kind", so that scene_schema can link it.
nlohmann::json plugin_schema(const PluginDescription& plugin);

/// JSON schema of the table of slots and all plugins that load, by which an editor completes and
/// checks a scene. Loads every plugin.
nlohmann::json scene_schema(PluginRegistry& plugins, const std::vector<SlotRule>& slots);

/// A resolved scene as JSON: plain numbers and booleans become such, all other scalars are texts.
nlohmann::ordered_json scene_json(const Value& scene);

}  // namespace sinew
