/// A plugin reads the parameters of one object, and its mistakes become diagnostics.
#pragma once

#include <sinew/kernel/library/description.hpp>

namespace sinew {

/// The parameters that the plugin reads from the value. Mistakes in it, and anything that the
/// plugin throws, are added to the diagnostics of the context, under the plugin's id and the
/// context's node: then nothing is returned. Throws ComputationError where memory does not suffice.
ReadParams read_params(const PluginDescription& plugin, const Value& value, ReadContext context);

}  // namespace sinew
