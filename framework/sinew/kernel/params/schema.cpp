#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sinew/kernel/params/schema.hpp>
#include <sinew/kernel/params/types.hpp>

namespace sinew {

using nlohmann::json;

namespace {

/// A text that may be an expression with a unit, or hold a variable: no more than that is said,
/// since reading checks the rest.
json expression_schema() {
    return {{"type", "string"}, {"pattern", "[0-9$]|pi"}};
}

json number_with_range(const char* type, const Check& check) {
    json schema{{"type", type}};
    if (std::isfinite(check.low))
        schema[check.low_open ? "exclusiveMinimum" : "minimum"] = check.low;
    if (std::isfinite(check.high))
        schema[check.high_open ? "exclusiveMaximum" : "maximum"] = check.high;
    return schema;
}

std::string number_or_expression(const char* type, const Check& check) {
    return json{{"anyOf", {number_with_range(type, check), expression_schema()}}}.dump();
}

/// A default as the schema shows it: JSON if the text is JSON, else the text.
json default_of(const ParamDoc& doc) {
    json parsed = json::parse(doc.default_value, nullptr, false);
    return parsed.is_discarded() ? json(doc.default_value) : parsed;
}

json property(const ParamDoc& doc) {
    json schema = json::parse(doc.schema);
    schema["description"] =
        doc.unit.empty() ? doc.meaning : fmt::format("{} [{}]", doc.meaning, doc.unit);
    if (!doc.default_value.empty()) schema["default"] = default_of(doc);
    return schema;
}

}  // namespace

json params_schema(const std::vector<ParamDoc>& params) {
    json properties = json::object();
    json required = json::array();
    for (const ParamDoc& doc : params) {
        properties[doc.name] = property(doc);
        if (doc.required) required.push_back(doc.name);
    }
    json schema{{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
    if (!required.empty()) schema["required"] = required;
    return schema;
}

namespace detail {

std::string number_schema(const FieldInfo& info) {
    return number_or_expression("number", info.check);
}

std::string integer_schema(const FieldInfo& info) {
    return number_or_expression("integer", info.check);
}

std::string choice_schema(const std::vector<std::string>& names) {
    return nlohmann::json{{"enum", names}}.dump();
}

std::string list_schema(const std::string& item, long n) {
    nlohmann::json schema{{"type", "array"}, {"items", nlohmann::json::parse(item)}};
    if (n != any_length) {
        schema["minItems"] = n;
        schema["maxItems"] = n;
    }
    return schema.dump();
}

std::string either_schema(const std::string& a, const std::string& b) {
    return nlohmann::json{{"anyOf", {nlohmann::json::parse(a), nlohmann::json::parse(b)}}}.dump();
}

std::string structure_schema(const std::vector<ParamDoc>& params) {
    return params_schema(params).dump();
}

std::string varying_schema(const std::string& constant, int n_components) {
    const nlohmann::json value = nlohmann::json::parse(constant);
    const nlohmann::json number{{"anyOf", {{{"type", "number"}}, expression_schema()}}};
    const nlohmann::json keyframe{
        {"type", "array"}, {"prefixItems", {number, value}}, {"minItems", 2}, {"maxItems", 2}};
    const nlohmann::json keyframes{
        {"type", "object"},
        {"properties",
         {{"keyframes", {{"type", "array"}, {"items", keyframe}, {"minItems", 1}}},
          {"interpolate", {{"enum", {"linear", "smooth"}}}}}},
        {"required", {"keyframes"}},
        {"additionalProperties", false}};
    const nlohmann::json text{{"type", {"string", "number"}}};
    const nlohmann::json texts{
        {"type", "array"}, {"items", text}, {"minItems", n_components}, {"maxItems", n_components}};
    const nlohmann::json expression{{"type", "object"},
                                    {"properties", {{"expr", n_components == 1 ? text : texts}}},
                                    {"required", {"expr"}},
                                    {"additionalProperties", false}};
    return nlohmann::json{{"anyOf", {value, keyframes, expression}}}.dump();
}

}  // namespace detail

std::string ParamType<bool>::schema(const FieldInfo&) {
    return R"({"type": "boolean"})";
}
// What looks like a number or a boolean in a scene may still be meant as a text.
std::string ParamType<std::string>::schema(const FieldInfo&) {
    return R"({"type": ["string", "number", "boolean"]})";
}
std::string ParamType<Path>::schema(const FieldInfo&) {
    return R"({"type": "string", "minLength": 1})";
}
std::string ParamType<Reference>::schema(const FieldInfo&) {
    return R"({"type": "string", "minLength": 1})";
}

}  // namespace sinew
