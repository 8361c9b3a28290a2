/// The description that a plugin's library returns to the host.
#pragma once

#include <memory>
#include <sinew/kernel/library/abi.hpp>
#include <sinew/kernel/library/refusal.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <string>
#include <vector>

namespace sinew {

class BuildContext;

/// Parameters of a plugin as they were read from a scene; their type is known to the plugin alone.
using ReadParams = std::shared_ptr<const void>;

/// A name that a plugin's kind once had and that scenes may still hold.
struct FormerPlugin {
    const char* name = "";    ///< without the kind
    const char* remedy = "";  ///< what to write in its place
};

/// Description of a plugin: its ABI, its words, and the functions that read and construct it.
struct PluginDescription {
    AbiStamp abi;         ///< first, and of fixed layout: read before anything else is trusted
    const char* id = "";  ///< "material/neo_hookean"
    const char* summary = "";
    const char* source = "";
    /// Words of its kind's interface for what it can do beyond that, or cannot: T::traits. One may
    /// depend on a parameter, by a condition as refusals have it: "word if name=value".
    std::vector<std::string> traits = {};
    /// Objects that it does not work with: T::refusals.
    std::vector<Refusal> refusals = {};
    /// Names whose place it has taken: T::former_plugins.
    std::vector<FormerPlugin> former_plugins = {};
    std::vector<ParamDoc> (*params)() = nullptr;
    /// Reads the parameters; mistakes are added to the context's diagnostics.
    ReadParams (*read)(const Value&, ReadContext&) = nullptr;
    /// Constructs the object with what `read` gave without mistakes.
    std::unique_ptr<Object> (*create)(const ReadParams&, BuildContext&) = nullptr;
};

}  // namespace sinew
