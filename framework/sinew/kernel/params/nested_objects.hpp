/// Objects of other plugins among the parameters of a plugin.
#pragma once

#include <sinew/kernel/params/params.hpp>
#include <string>
#include <vector>

namespace sinew {

/// A value that stands where the declarations of parameters want an object of another plugin.
struct NestedObject {
    std::string name;  ///< of the parameter: "linear"
    std::string kind;  ///< of the plugins that fill it: "linear"
    const Value* value;
};

/// The objects that a map of parameters writes, right or wrong; each item of a list is one. Those
/// in structures inside are among them.
std::vector<NestedObject> nested_objects(const Value& map, const std::vector<ParamDoc>& params);

/// The parameters that take objects, or hold such that do.
std::vector<ParamDoc> holders_of_objects(const std::vector<ParamDoc>& params);

/// The kind of plugins that fill a parameter; "" if it takes no object, or is a structure.
std::string kind_of_objects(const ParamDoc& param);

}  // namespace sinew
