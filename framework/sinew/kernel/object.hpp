/// The root of everything a plugin makes.
#pragma once

#include <memory>
#include <sinew/kernel/diagnostics/attribution.hpp>
#include <string>
#include <string_view>

namespace sinew {

class Value;

/// The origin of an object in the scene, for messages.
struct Origin {
    std::string plugin;                       ///< id: "load/gravity"
    std::string node_path;                    ///< of the node whose slot it fills: "/beam"
    SourceMark where;                         ///< of its value in the scene
    std::shared_ptr<const Value> value = {};  ///< that value, with the places of its parameters

    operator Attribution() const { return {plugin, node_path, where}; }

    /// Place of a parameter in the scene: "size", "poses.count", "forces[2].at". If it is not
    /// written, the place of the nearest value around it that is.
    SourceMark at(std::string_view parameter) const;
    /// The value that the object was made from, canonically. Empty if the scene writes nothing.
    std::string written() const;

    /// Throws InputError in the name of node and plugin, at the place of the object or at `place`.
    [[noreturn]] void fail(const std::string& message, const std::string& remedy = {}) const;
    [[noreturn]] void fail(const SourceMark& place, const std::string& message,
                           const std::string& remedy = {}) const;
};

/// Whatever fills a slot of a node. Each kind of plugin has an interface derived from it, which
/// states its kind as `static constexpr const char* kind = "material";`.
class Object {
public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;

    /// Filled in by the scene graph once the object is made; empty where nobody did.
    Origin provenance;
};

}  // namespace sinew
