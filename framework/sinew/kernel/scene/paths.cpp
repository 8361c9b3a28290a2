#include <sinew/kernel/scene/paths.hpp>
#include <string_view>
#include <unordered_map>

namespace sinew {
namespace {

const std::string* node_name(const Value& item) {
    const Value* const node = item.find("node");
    const bool usable = node && node->is_scalar() && !node->text.empty() &&
                        node->text.find_first_of(".[]=") == std::string::npos;
    return usable ? &node->text : nullptr;
}

void assign(Value& value, std::string path, const Value* owner, Budget& budget);

/// `owner` is the map that holds the list, when the list is its `children`.
void assign_items(Value& list, const Value* owner, Budget& budget) {
    std::unordered_map<std::string_view, int> count;
    for (const Value& item : list.items)
        if (const std::string* name = node_name(item)) ++count[*name];
    const std::string& base = owner ? owner->path : list.path;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
        Value& item = list.items[i];
        const std::string* const name = node_name(item);
        // A key of the owner wins over a child's name, as it does in an override.
        if (name && count[*name] == 1 && !(owner && owner->find(*name)))
            assign(item, base.empty() ? *name : base + "." + *name, nullptr, budget);
        else
            assign(item, list.path + "[" + std::to_string(i) + "]", nullptr, budget);
    }
}

void assign(Value& value, std::string path, const Value* owner, Budget& budget) {
    budget.spend(0, path.size(), value.mark);
    value.path = std::move(path);
    if (value.is_list()) assign_items(value, owner, budget);
    for (Value::Entry& entry : value.entries)
        assign(entry.value, value.path.empty() ? entry.key : value.path + "." + entry.key,
               entry.key == "children" ? &value : nullptr, budget);
}

}  // namespace

void assign_paths(Value& root, Budget& budget) {
    assign(root, {}, nullptr, budget);
}

}  // namespace sinew
