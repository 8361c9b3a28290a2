#include <algorithm>
#include <sinew/kernel/graph/owner.hpp>

namespace sinew {
namespace {

bool is_same(const SourceMark& a, const SourceMark& b) {
    return a.source == b.source && a.line == b.line && a.column == b.column;
}

}  // namespace

bool holds(const Value& value, const SourceMark& place) {
    if (!place.known()) return false;
    if (is_same(value.mark, place)) return true;
    return std::any_of(value.items.begin(), value.items.end(),
                       [&](const Value& item) { return holds(item, place); }) ||
           std::any_of(value.entries.begin(), value.entries.end(), [&](const auto& entry) {
               return is_same(entry.key_mark, place) || holds(entry.value, place);
           });
}

std::optional<Owner> owner_of(SceneNode& near, const SourceMark& place) {
    std::optional<Owner> owner;
    SceneGraph& graph = near.graph();
    const auto look_at = [&](SceneNode& node) {
        for (const SlotRule& rule : graph.slot_rules()) {
            const Value* slot = node.slot(rule.name);
            if (owner || !slot || !holds(*slot, place)) continue;
            owner = Owner{node.path(), {}};
            const auto item = std::find_if(slot->items.begin(), slot->items.end(),
                                           [&](const Value& v) { return holds(v, place); });
            const Value* type = (item == slot->items.end() ? *slot : *item).find("type");
            if (!rule.kind.empty() && type) owner->plugin = rule.kind + "/" + type->text;
        }
    };
    look_at(near);
    graph.visit(look_at);
    return owner;
}

}  // namespace sinew
