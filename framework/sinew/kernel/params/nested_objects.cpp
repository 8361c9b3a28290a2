#include <nlohmann/json.hpp>
#include <sinew/kernel/params/nested_objects.hpp>

namespace sinew {

namespace {

/// The "x-kind" of a schema or of what it holds; "" if there is none.
std::string kind_in(const nlohmann::json& schema) {
    if (schema.is_object() && schema.contains("x-kind"))
        return schema.at("x-kind").get<std::string>();
    for (const auto& part : schema)
        if (part.is_structured())
            if (std::string kind = kind_in(part); !kind.empty()) return kind;
    return {};
}

template <class Function>
void for_each_item(const Value& value, Function&& function) {
    if (!value.is_list()) return function(value);
    for (const Value& item : value.items) function(item);
}

}  // namespace

std::string kind_of_objects(const ParamDoc& param) {
    if (!param.nested.empty() || param.schema.find("x-kind") == param.schema.npos) return {};
    const auto schema = nlohmann::json::parse(param.schema, nullptr, false);
    return schema.is_discarded() ? std::string() : kind_in(schema);
}

std::vector<ParamDoc> holders_of_objects(const std::vector<ParamDoc>& params) {
    std::vector<ParamDoc> holders;
    for (const ParamDoc& param : params) {
        ParamDoc holder = param;
        holder.nested = holders_of_objects(param.nested);
        if (!holder.nested.empty() || !kind_of_objects(param).empty())
            holders.push_back(std::move(holder));
    }
    return holders;
}

std::vector<NestedObject> nested_objects(const Value& map, const std::vector<ParamDoc>& params) {
    std::vector<NestedObject> found;
    for (const ParamDoc& param : params) {
        const Value* written = map.find(param.name);
        if (!written) continue;
        const std::string kind = kind_of_objects(param);
        for_each_item(*written, [&](const Value& value) {
            if (!kind.empty()) found.push_back({param.name, kind, &value});
            for (NestedObject& inner : nested_objects(value, param.nested))
                found.push_back(std::move(inner));
        });
    }
    return found;
}

}  // namespace sinew
