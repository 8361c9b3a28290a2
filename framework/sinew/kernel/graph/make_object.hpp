/// Objects of plugins, made so that every failure names the node, the plugin and the place.
#pragma once

#include <memory>
#include <sinew/kernel/library/description.hpp>

namespace sinew {

/// Calls `create` and turns whatever comes out of it into an object or an InputError that names
/// node, plugin and place: also when it throws something else, or returns nothing.
/// ComputationErrors pass, and memory that runs out becomes one. `params`: what the plugin has read
/// of `value` without mistakes, if it has; else it is read now. Hosts call this.
std::unique_ptr<Object> make_object(const PluginDescription& plugin, const Value& value,
                                    BuildContext& context, ReadParams params = {});

}  // namespace sinew
