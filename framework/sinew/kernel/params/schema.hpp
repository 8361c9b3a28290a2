/// JSON schema (draft 2020-12) of parameters, from their declarations.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <sinew/kernel/params/params.hpp>

namespace sinew {

/// `{"type": "object", "properties": ..., "additionalProperties": false}` of these parameters.
nlohmann::json params_schema(const std::vector<ParamDoc>& params);

}  // namespace sinew
