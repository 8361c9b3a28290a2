#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <sinew/kernel/graph/header.hpp>
#include <sinew/kernel/graph/schema.hpp>
#include <sinew/kernel/graph/transform.hpp>
#include <sinew/kernel/params/schema.hpp>

namespace sinew {

using nlohmann::json;

namespace {

json reference_to(const std::string& definition) {
    return {{"$ref", "#/$defs/" + definition}};
}

/// Nested plugins are marked by their kind: point them at that kind's definition.
void link_kinds(json& schema, std::set<std::string>& kinds) {
    if (schema.is_object() && schema.contains("x-kind")) {
        const std::string kind = schema["x-kind"];
        kinds.insert(kind);
        json linked = reference_to(kind);
        for (const char* keep : {"description", "default"})
            if (schema.contains(keep)) linked[keep] = schema[keep];
        schema = std::move(linked);
        return;
    }
    if (schema.is_structured())
        for (json& part : schema) link_kinds(part, kinds);
}

/// The schema, or a variable in place of all that it describes: `mesh: ${mesh}`.
json or_variable(json schema) {
    json either{{"if", reference_to("variable")}};
    for (const char* note : {"description", "default"}) {
        if (!schema.contains(note)) continue;
        either[note] = schema[note];
        schema.erase(note);
    }
    either["else"] = std::move(schema);
    return either;
}

/// Wherever an object, a list or one of some words may stand inside a schema, a variable may too:
/// editors check scenes as they are written. Numbers and texts take one by their own schema.
void allow_variables(json& schema) {
    const auto allow = [](json& part) {
        if (!part.is_object()) return;
        allow_variables(part);
        const json type = part.value("type", json());
        const bool refuses = type == "object" || type == "array" || type == "boolean" ||
                             part.contains("enum") || part.contains("oneOf") ||
                             part.contains("$ref");
        if (refuses) part = or_variable(std::move(part));
    };
    for (const char* several : {"properties", "anyOf", "prefixItems"})
        if (schema.contains(several))
            for (json& part : schema[several]) allow(part);
    for (const char* one : {"items", "additionalProperties"})
        if (schema.contains(one)) allow(schema[one]);
    // Only one of these may fit, so the variable stands beside all of them.
    if (schema.contains("oneOf"))
        for (json& part : schema["oneOf"]) allow_variables(part);
}

/// The word `none` empties a slot, beside a variable that stands for all of it.
void allow_none(json& slot) {
    json& exceptions = slot["if"];
    exceptions = {{"anyOf", json::array({exceptions, {{"const", "none"}}})}};
}

/// `type` chooses the plugin, whose own schema then applies: errors name one plugin, not all.
json kind_schema(const std::string& kind, const std::vector<std::string>& names) {
    json schema{{"type", "object"},
                {"required", {"type"}},
                {"properties", {{"type", {{"type", "string"}}}}}};
    if (names.empty()) return schema;
    schema["properties"]["type"] = {{"enum", names}};
    for (const std::string& name : names)
        schema["allOf"].push_back({{"if", {{"properties", {{"type", {{"const", name}}}}}}},
                                   {"then", reference_to(kind + "." + name)}});
    return schema;
}

json slot_schema(const SlotRule& rule) {
    json one = rule.kind.empty() ? params_schema(rule.params()) : reference_to(rule.kind);
    if (rule.is_list) one = {{"type", "array"}, {"items", one}};
    one["description"] = rule.meaning;
    return one;
}

json node_schema(const std::vector<SlotRule>& slots) {
    json properties{
        {"node",
         {{"type", "string"},
          {"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"},
          {"description", "Name of the node, unique among its siblings"}}},
        {"transform", params_schema(describe_params<Transform>())},
        {"children", {{"type", "array"}, {"items", reference_to("node")}}},
    };
    for (const SlotRule& rule : slots) properties[rule.name] = slot_schema(rule);
    return {{"type", "object"},
            {"properties", properties},
            {"required", {"node"}},
            {"additionalProperties", false}};
}

}  // namespace

json plugin_schema(const PluginDescription& plugin) {
    const std::string id = plugin.id;
    json schema = params_schema(plugin.params());
    schema["description"] = plugin.summary;
    schema["properties"]["type"] = {{"const", id.substr(id.find('/') + 1)}};
    json required = json::array({"type"});
    if (schema.contains("required"))
        for (const json& name : schema["required"]) required.push_back(name);
    schema["required"] = required;
    return schema;
}

json scene_schema(PluginRegistry& plugins, const std::vector<SlotRule>& slots) {
    json schema = params_schema(describe_params<SceneHeader>());
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    schema["title"] = "Sinew scene";
    schema["properties"]["sinew"] = {{"const", scene_format}};
    schema["properties"]["scene"] = {{"type", "array"}, {"items", reference_to("node")}};
    schema["required"].push_back("scene");
    json& definitions = schema["$defs"];
    definitions["node"] = node_schema(slots);

    plugins.load_all();
    std::map<std::string, std::vector<std::string>> names;
    for (const SlotRule& rule : slots)
        if (!rule.kind.empty()) names[rule.kind];
    for (const PluginRegistry::Entry& entry : plugins.entries()) {
        if (!entry.description) continue;
        const std::size_t slash = entry.id.find('/');
        const std::string kind = entry.id.substr(0, slash);
        names[kind].push_back(entry.id.substr(slash + 1));
        definitions[kind + "." + names[kind].back()] = plugin_schema(*entry.description);
    }
    std::set<std::string> linked;
    link_kinds(definitions, linked);
    for (const std::string& kind : linked) names[kind];
    for (const auto& [kind, types] : names) definitions[kind] = kind_schema(kind, types);
    for (json& definition : definitions) allow_variables(definition);
    for (const SlotRule& rule : slots) allow_none(definitions["node"]["properties"][rule.name]);
    allow_variables(schema);
    definitions["variable"] = {{"type", "string"},
                               {"pattern", "^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$"},
                               {"description", "A variable of let: that is the whole value"}};
    schema["properties"]["let"] = {{"type", "object"},
                                   {"description", "Variables, used as ${name}"}};
    return schema;
}

nlohmann::ordered_json scene_json(const Value& value) {
    switch (value.kind) {
        case Value::Kind::null:
            return nullptr;
        case Value::Kind::list: {
            auto list = nlohmann::ordered_json::array();
            for (const Value& item : value.items) list.push_back(scene_json(item));
            return list;
        }
        case Value::Kind::map: {
            auto map = nlohmann::ordered_json::object();
            for (const Value::Entry& entry : value.entries)
                map[entry.key] = scene_json(entry.value);
            return map;
        }
        case Value::Kind::scalar:
            break;
    }
    if (value.quoted) return value.text;
    if (value.text == "true") return true;
    if (value.text == "false") return false;
    const char* const end = value.text.data() + value.text.size();
    long integer = 0;
    if (auto read = std::from_chars(value.text.data(), end, integer);
        read.ec == std::errc() && read.ptr == end)
        return integer;
    double number = 0;
    if (auto read = std::from_chars(value.text.data(), end, number);
        read.ec == std::errc() && read.ptr == end && std::isfinite(number))
        return number;
    return value.text;
}

}  // namespace sinew
