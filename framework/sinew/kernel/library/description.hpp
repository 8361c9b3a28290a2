/// The description that a plugin's library returns to the host.
#pragma once

#include <memory>
#include <sinew/kernel/library/abi.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/params.hpp>
#include <vector>

namespace sinew {

class BuildContext;

/// Description of a plugin: its ABI, its words, and the functions that read and construct it.
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

}  // namespace sinew
