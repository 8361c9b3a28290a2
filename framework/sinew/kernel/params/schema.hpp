/// JSON schema (draft 2020-12) of parameters, from their declarations.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/params/params.hpp>

namespace sinew {

struct PluginDescription;

/// `{"type": "object", "properties": ..., "additionalProperties": false}` of these parameters.
nlohmann::json params_schema(const std::vector<ParamDoc>& params);

/// The same for a plugin's value in a scene, whose `type` is the plugin's name. The schema of a
/// nested plugin carries its kind as "x-kind", so that who knows all plugins can put them there.
nlohmann::json plugin_schema(const PluginDescription& plugin);

}  // namespace sinew
