/// Construction of one object, on demand, and what becomes of anything that it throws.

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/assert.hpp>
#include <sinew/kernel/diagnostics/attribution.hpp>
#include <sinew/kernel/graph/built.hpp>
#include <sinew/kernel/graph/make_object.hpp>
#include <sinew/kernel/graph/scene_graph.hpp>

namespace sinew {

Object* SceneGraph::object(SceneNode& node, const std::string& slot, int index) {
    const auto rule = std::find_if(slots_.begin(), slots_.end(),
                                   [&](const SlotRule& r) { return r.name == slot; });
    SINEW_ASSERT(rule != slots_.end() && !rule->kind.empty(), "slot '{}'", slot);

    const Value* value = node.slot(slot);
    if (index < 0 || index >= std::max(1, node.slot_count(slot))) return nullptr;
    if (!value) {
        if (rule->default_type.empty()) return nullptr;
        Value& made = built_->defaults[slot];
        made.kind = Value::Kind::map;
        if (made.entries.empty()) {
            Value type;
            type.kind = Value::Kind::scalar;
            type.text = rule->default_type;
            made.entries.push_back({"type", {}, std::move(type)});
        }
        value = &made;
    } else if (rule->is_list) {
        if (value->items.empty()) return nullptr;
        value = &value->items[static_cast<std::size_t>(index)];
    }

    const Built::Key key{&node, slot, index};
    if (!built_->under_construction.empty()) built_->asked_for.insert(key);
    if (const auto made = built_->objects.find(key); made != built_->objects.end()) {
        if (!made->second) throw Built::mistake_is_noted();
        return made->second;
    }
    auto& stack = built_->under_construction;
    if (std::find(stack.begin(), stack.end(), key) != stack.end()) built_->throw_cycle(key);

    return construct(*rule, node, index, *value);
}

Object* SceneGraph::construct(const SlotRule& rule, SceneNode& node, int index,
                              const Value& value) {
    const Built::Key key{&node, rule.name, index};
    const std::string& type = value.find("type")->text;
    BuildContext context(*this, node, rule.kind + "/" + type,
                         value.mark.known() ? value.mark : node.mark(), &value);
    struct OnStack {
        std::vector<Built::Key>& stack;
        ~OnStack() { stack.pop_back(); }
    };
    built_->under_construction.push_back(key);
    const OnStack on_stack{built_->under_construction};
    try {
        const PluginDescription& plugin = plugins_.require(rule.kind, type, context.where());
        const auto read = params_.find(&value);
        std::unique_ptr<Object> object = make_object(
            plugin, value, context, read == params_.end() ? ReadParams() : read->second);
        Object* result = object.get();
        result->provenance = {context.plugin(), node.path(), context.where(),
                              std::make_shared<const Value>(value)};
        built_->completed.push_back({std::move(object), &node, typeid(void)});
        built_->objects[key] = result;
        return result;
    } catch (const InputError& error) {
        if (!built_->is_collecting) throw;
        built_->note(error.diagnostics());
    } catch (const ComputationError& error) {
        throw attribute_to(error, {context.plugin(), node.path(), context.where()});
    }
    built_->objects[key] = nullptr;
    throw Built::mistake_is_noted();
}

}  // namespace sinew
