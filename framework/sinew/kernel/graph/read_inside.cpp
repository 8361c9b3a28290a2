#include <algorithm>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/graph/read_inside.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/params/nested_objects.hpp>

namespace sinew {

namespace {

/// The parameters of all plugins of a kind, each name once.
std::vector<ParamDoc> params_of_kind(PluginRegistry& plugins, const std::string& kind) {
    std::vector<ParamDoc> all;
    for (const std::string& name : plugins.names(kind)) {
        try {
            for (ParamDoc& param : plugins.require(kind, name, {}).params()) {
                const bool is_known = std::any_of(all.begin(), all.end(), [&](const ParamDoc& one) {
                    return one.name == param.name;
                });
                if (!is_known) all.push_back(std::move(param));
            }
        } catch (const InputError&) {  // a library that is refused tells nothing
        }
    }
    return all;
}

/// Reads an object for its mistakes alone.
void read_for_mistakes(const Value& value, const std::string& kind, const std::string& name,
                       ReadContext& context) {
    FieldInfo info;
    info.name = name.c_str();
    detail::AnyPluginSlot().read(value, kind.c_str(), info, context);
}

}  // namespace

void read_inside(const Value& value, const std::string& kind, ReadContext& context) {
    if (!context.plugins) return;
    for (const Value& item : value.items)
        if (item.is_map()) read_for_mistakes(item, kind, kind, context);
    const bool holds_more = std::any_of(
        value.entries.begin(), value.entries.end(),
        [](const Value::Entry& entry) { return entry.value.is_map() || entry.value.is_list(); });
    if (!holds_more) return;
    for (const NestedObject& inner : nested_objects(value, params_of_kind(*context.plugins, kind)))
        read_for_mistakes(*inner.value, inner.kind, inner.name, context);
}

}  // namespace sinew
