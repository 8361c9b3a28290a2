#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sinew/kernel/diagnostics/attribution.hpp>
#include <sinew/kernel/graph/build_context.hpp>
#include <sinew/kernel/graph/make_object.hpp>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/kernel/graph/plugin_slot.hpp>
#include <sinew/kernel/graph/read_inside.hpp>
#include <sinew/kernel/graph/read_params.hpp>
#include <sinew/kernel/library/registry.hpp>

namespace sinew::detail {

bool AnyPluginSlot::read(const Value& value, const char* kind, const FieldInfo& info,
                         ReadContext& context) {
    const Value* type = value.find("type");
    if (!type || !type->is_scalar() || type->text.empty()) {
        context.error(
            type ? type->mark : value.mark,
            fmt::format("{}: expected a map with the type of a {} plugin, got {}", info.name, kind,
                        type ? type->describe() : value.describe()),
            fmt::format("write {}: {{type: ..., ...}}; `sinew describe {}` lists the types",
                        info.name, kind));
        read_inside(value, kind, context);
        return false;
    }
    type_ = type->text;
    value_ = value;
    params_.reset();
    if (!context.plugins) return true;
    const PluginDescription* plugin = nullptr;
    try {
        plugin = &context.plugins->require(kind, type_, type->mark);
    } catch (const InputError& error) {
        for (const Diagnostic& one : error.diagnostics())
            context.diagnostics.add(attribute_to(one, {context.plugin, context.node_path, {}}));
        read_inside(value, kind, context);
        return false;
    }
    ReadContext inner = context;
    inner.structure.clear();
    params_ = read_params(*plugin, value, inner);
    return params_ != nullptr;
}

std::unique_ptr<Object> AnyPluginSlot::make(const char* kind, BuildContext& context) const {
    if (empty()) return nullptr;
    const bool is_default = !value_.is_map();
    const SourceMark& where = is_default ? context.where() : value_.mark;
    const PluginDescription& plugin = context.plugins().require(kind, type_, where);
    Value no_parameters;
    no_parameters.kind = Value::Kind::map;
    no_parameters.mark = where;
    const Value& value = is_default ? no_parameters : value_;
    BuildContext inner(context.graph(), context.node(), plugin.id, where, &value);
    auto object = make_object(plugin, value, inner, params_);
    object->provenance = {plugin.id, context.node().path(), where,
                          std::make_shared<const Value>(value)};
    return object;
}

void AnyPluginSlot::wrong_kind(const char* kind, BuildContext& context) const {
    context.fail(value_.mark.known() ? value_.mark : context.where(),
                 fmt::format("{}/{} does not fit where {} asks for a {}", kind, type_,
                             context.plugin(), kind),
                 "this is a mistake in the plugin: its class does not derive from the interface of "
                 "its kind");
}

std::string plugin_slot_schema(const char* kind) {
    return nlohmann::json{{"type", "object"},
                          {"properties", {{"type", {{"type", "string"}}}}},
                          {"required", {"type"}},
                          {"x-kind", kind}}
        .dump();
}

}  // namespace sinew::detail
