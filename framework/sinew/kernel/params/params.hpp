/// Reading parameters from a scene, and describing them, both from their declarations.
#pragma once

#include <memory>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/object.hpp>
#include <sinew/kernel/params/field.hpp>
#include <sinew/kernel/scene/value.hpp>
#include <string>
#include <vector>

namespace sinew {

class NamedFiles;
class PluginRegistry;
struct Reference;

/// Context of reading: all that is needed except the value itself.
struct ReadContext {
    Diagnostics& diagnostics;
    PluginRegistry* plugins = nullptr;  ///< to check nested plugin objects
    std::string node_path = {};         ///< for messages
    std::string plugin = {};            ///< "material/neo_hookean", for messages
    /// Every non-empty Reference that is read is added here, if given: the graph can then check
    /// that what it names is there.
    std::vector<Reference>* references = nullptr;
    std::string structure = {};   ///< name of the nested structure being read, for messages
    NamedFiles* files = nullptr;  ///< if given, every Path that is read is added

    /// Records an error with node and plugin filled in; false, so that readers can return it.
    bool error(const SourceMark& where, std::string message, std::string remedy = {});
};

/// A name that scenes may still have, and the one that replaces it.
struct FormerName {
    std::string former, name;
};

/// A parameter as `describe`, the schema and the reference show it.
struct ParamDoc {
    std::string name;
    std::string type;           ///< "number", "vector of 3", "selection", ...
    std::string unit;           ///< "Pa" or ""
    std::string range;          ///< "> 0", "-1 < x < 0.5", "one of: a, b"
    std::string default_value;  ///< as a scene would write it; "" if there is none
    bool required = false;
    std::string meaning;
    std::string schema;            ///< JSON schema of the value, as JSON text
    std::vector<ParamDoc> nested;  ///< of a nested structure
};

/// Reads, describes and shows values of a C++ type: specialise it to let a type be a parameter.
///
///     static bool read(const Value&, const FieldInfo&, ReadContext&, T& out);
///     static std::string type_name(const FieldInfo&);
///     static std::string schema(const FieldInfo&);
///     static std::string show(const T&, const FieldInfo&);
///
/// `read` gives false for what it has diagnosed, `schema` JSON text, `show` the default.
///
/// The kernel has: double, int, Index, bool, std::string, enums with EnumNames, Eigen fixed vectors
/// and matrices, std::vector<T>, std::optional<T>, Path, Reference, Varying<T>, PluginSlot<T>,
/// OneOrMany<T> and structures that declare `fields` themselves.
template <class T>
struct ParamType;

/// Reads a map into a structure with `fields`: every field checked, unknown keys diagnosed with the
/// nearest name, required ones missed. `also_allowed` are keys that somebody else reads ("type").
/// Returns whether all went well; what was wrong is in the context's diagnostics.
template <class Params>
bool read_params(const Value& map, ReadContext& context, Params& out,
                 const std::vector<std::string>& also_allowed = {});

/// The declarations of a structure as documentation, defaults taken from a default-made one.
template <class Params>
std::vector<ParamDoc> describe_params();

}  // namespace sinew

#include <sinew/kernel/params/params_impl.hpp>
