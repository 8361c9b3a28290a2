#include "scene_edit.hpp"

#include <algorithm>

namespace sinew::view {

namespace {

Value* entry(Value& map, const std::string& key) {
    for (Value::Entry& one : map.entries)
        if (one.key == key) return &one.value;
    return nullptr;
}

void visit(Value& list, const std::string& above,
           const std::function<void(Value&, const std::string&)>& function) {
    for (Value& node : list.items) {
        const Value* name = node.find("node");
        const std::string path = above + "/" + (name ? name->text : "");
        if (node.is_map()) function(node, path);
        if (Value* children = entry(node, "children")) visit(*children, path, function);
    }
}

bool has_hand(const Value& loads) {
    return std::any_of(loads.items.begin(), loads.items.end(), [](const Value& load) {
        const Value* type = load.find("type");
        return type && type->text == "hand";
    });
}

}  // namespace

void for_each_node(Value& scene,
                   const std::function<void(Value& node, const std::string& path)>& function) {
    if (Value* list = entry(scene, "scene")) visit(*list, "", function);
}

Value value_of(const std::string& text) {
    return *parse_scene("sinew: 1\nvalue: " + text + "\n", "sinew view").find("value");
}

void set(Value& map, const std::string& key, Value value) {
    erase(map, key);
    value.path = map.path + "." + key;
    map.entries.push_back({key, value.mark, std::move(value)});
}

void erase(Value& map, const std::string& key) {
    std::erase_if(map.entries, [&](const Value::Entry& one) { return one.key == key; });
}

void give_hands(Value& scene) {
    for_each_node(scene, [](Value& node, const std::string&) {
        if (Value* solver = entry(node, "solver")) erase(*solver, "realtime");
        if (!node.find("mesh")) return;
        if (!node.find("loads")) set(node, "loads", value_of("[]"));
        Value& loads = *entry(node, "loads");
        if (loads.is_list() && !has_hand(loads)) loads.items.push_back(value_of("{type: hand}"));
    });
}

}  // namespace sinew::view
