/// Reading a map of parameters: what is missing, empty, left over or misspelt.

#include <fmt/format.h>

#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/params/params.hpp>

namespace sinew {

bool ReadContext::error(const SourceMark& where, std::string message, std::string remedy) {
    diagnostics.add(Diagnostic::error(std::move(message))
                        .remedy(std::move(remedy))
                        .at(where)
                        .on(node_path, plugin));
    return false;
}

namespace detail {
namespace {

/// Name of the plugin or structure whose parameters the map holds: "material/neo_hookean", "damping
/// of solver/implicit_euler".
std::string owner(const Value& map, const ReadContext& context) {
    if (!context.structure.empty())
        return context.plugin.empty() ? context.structure
                                      : context.structure + " of " + context.plugin;
    if (!context.plugin.empty()) return context.plugin;
    const std::string last = map.path.substr(map.path.find_last_of('.') + 1);
    return last.empty() ? "the scene" : last;
}

}  // namespace

MapReader::MapReader(const Value& map, ReadContext& context,
                     const std::vector<std::string>& also_allowed)
    : map_(map), context_(context), known_(also_allowed) {
    if (map_.is_map()) return;
    ok_ = context_.error(map_.mark,
                         fmt::format("{}: expected a map of parameters, got {}",
                                     owner(map_, context_), map_.describe()),
                         "write {key: value, ...}");
}

const Value* MapReader::take(const FieldInfo& info) {
    known_.emplace_back(info.name);
    const bool is_renamed = *info.former != '\0';
    if (is_renamed) former_.push_back({info.former, info.name});
    if (!map_.is_map()) return nullptr;
    const Value* value = map_.find(info.name);
    if (!value) {
        // `finish` names the new name of a former one: that it is missing would be the same again.
        if (info.is_required && !(is_renamed && map_.find(info.former)))
            ok_ = context_.error(map_.mark,
                                 fmt::format("{} needs '{}'", owner(map_, context_), info.name),
                                 fmt::format("{}: {}", info.name, info.meaning));
        return nullptr;
    }
    if (value->is_null()) {
        ok_ = context_.error(value->mark, fmt::format("{} has no value", info.name),
                             "give one, or remove the key to get the default");
        return nullptr;
    }
    return value;
}

bool MapReader::finish() {
    for (const Value::Entry& entry : map_.entries) {
        bool is_known = false;
        for (const std::string& name : known_) is_known = is_known || name == entry.key;
        if (is_known) continue;
        std::vector<std::string> names = known_;
        std::erase(names, "type");
        const std::string hint =
            names.empty() ? "it has none" : suggestion(entry.key, names, former_);
        ok_ = context_.error(entry.key_mark, fmt::format("{} has no parameter '{}'; {}",
                                                         owner(map_, context_), entry.key, hint));
    }
    return ok_;
}

}  // namespace detail
}  // namespace sinew
