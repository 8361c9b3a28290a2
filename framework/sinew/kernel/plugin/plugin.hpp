/// What a plugin is to the host: one C symbol that returns a description.
///
///     SINEW_PLUGIN(sinew::NeoHookean, "material/neo_hookean", "Compressible neo-Hookean solid")
///
/// T derives from the interface of its kind (which has `static constexpr const char* kind`), has a
/// nested `Params` with `fields`, and a constructor T(const Params&) or T(const Params&,
/// BuildContext&); the constructor completes the object. Where a base class does that for its heirs
/// it has a static make(const Params&, BuildContext&) instead. A T without parameters has an empty
/// Params. A T may state `static constexpr const char* source` (paper, section) for the reference.
#pragma once

#include <memory>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <sinew/kernel/plugin/abi.hpp>
#include <string>
#include <vector>

namespace sinew {

class BuildContext;

struct PluginDescription {
    AbiStamp abi;         ///< first, and of fixed layout: read before anything else is trusted
    const char* id = "";  ///< "material/neo_hookean"
    const char* summary = "";
    const char* source = "";
    std::vector<ParamDoc> (*params)() = nullptr;
    /// Reads the parameters only to find mistakes.
    void (*check)(const Value&, ReadContext&) = nullptr;
    /// Reads and constructs; throws InputError if the parameters are wrong.
    std::unique_ptr<Object> (*create)(const Value&, BuildContext&) = nullptr;
};

/// Calls `create` and turns whatever comes out of it into an object or an InputError that names
/// node, plugin and place: also when it throws something else, or returns nothing.
/// ComputationErrors pass, and memory that runs out becomes one. Hosts call this.
std::unique_ptr<Object> make_object(const PluginDescription& plugin, const Value& value,
                                    BuildContext& context);

}  // namespace sinew

#include <sinew/kernel/plugin/plugin_impl.hpp>
