#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sinew/kernel/graph/check_refusals.hpp>
#include <sinew/kernel/library/condition.hpp>
#include <sinew/kernel/params/nested_objects.hpp>
#include <string_view>

namespace sinew {

namespace {

/// An object that the scene writes, as far as it can be known without building it.
struct Written {
    SceneNode* node;
    const Value* value;  ///< nullptr: a default fills the slot
    const PluginDescription* plugin;
};

/// True if a map with a type is written somewhere inside: for most objects of a scene none is, and
/// then nobody need ask for their declarations.
bool holds_typed_map(const Value& value) {
    const auto is_or_holds = [](const Value& inner) {
        return inner.find("type") || holds_typed_map(inner);
    };
    return std::any_of(value.items.begin(), value.items.end(), is_or_holds) ||
           std::any_of(value.entries.begin(), value.entries.end(),
                       [&](const Value::Entry& entry) { return is_or_holds(entry.value); });
}

class RefusalCheck {
public:
    RefusalCheck(SceneGraph& graph, Diagnostics& diagnostics)
        : graph_(graph), diagnostics_(diagnostics) {}

    void run() {
        graph_.visit([&](SceneNode& node) {
            for (const SlotRule& rule : graph_.slot_rules())
                for (const Written& object : objects_in(node, rule)) check(object, rule);
        });
    }

private:
    /// The description of a plugin that reading has found; nullptr if it has not.
    const PluginDescription* description(const std::string& kind, const std::string& type) {
        try {
            return &graph_.plugins().require(kind, type, {});
        } catch (const InputError&) {
            return nullptr;
        }
    }

    void add(const std::string& kind, SceneNode& node, const Value& value,
             std::vector<Written>& objects) {
        const Value* type = value.find("type");
        if (!type || !type->is_scalar()) return;
        if (const PluginDescription* plugin = description(kind, type->text))
            objects.push_back({&node, &value, plugin});
    }

    std::vector<Written> objects_in(SceneNode& node, const SlotRule& rule) {
        std::vector<Written> objects;
        const Value* value = node.slot(rule.name);
        if (rule.kind.empty() || !value) return objects;
        add(rule.kind, node, *value, objects);
        for (const Value& item : value->items) add(rule.kind, node, item, objects);
        return objects;
    }

    /// The nodes that an object in that slot of the node acts on.
    void collect_scope(SceneNode& node, const SlotRule& rule, std::vector<SceneNode*>& scope) {
        scope.push_back(&node);
        if (!rule.acts_below) return;
        for (const auto& child : node.children())
            if (!child->slot(rule.name)) collect_scope(*child, rule, scope);
    }

    std::vector<Written> objects_of_kind(const std::string& kind,
                                         const std::vector<SceneNode*>& scope) {
        std::vector<Written> found;
        for (SceneNode* node : scope)
            for (const SlotRule& rule : graph_.slot_rules())
                if (rule.kind == kind)
                    for (const Written& object : objects_in(*node, rule)) found.push_back(object);
        return found;
    }

    /// The plugin's parameters that take objects, looked up once: a scene may have many of them.
    const std::vector<ParamDoc>& holders(const PluginDescription& plugin) {
        const auto [found, is_new] = holders_.try_emplace(&plugin);
        if (is_new) found->second = holders_of_objects(plugin.params());
        return found->second;
    }

    /// What the object in a slot refuses, and the objects among its parameters.
    void check(const Written& object, const SlotRule& rule) {
        if (!object.plugin->refusals.empty()) {
            std::vector<SceneNode*> scope;
            collect_scope(*object.node, rule, scope);
            for (const Refusal& refusal : object.plugin->refusals) check(object, refusal, scope);
        }
        if (!holds_typed_map(*object.value)) return;
        for (const NestedObject& nested : nested_objects(*object.value, holders(*object.plugin))) {
            std::vector<Written> inner;
            add(nested.kind, *object.node, *nested.value, inner);
            for (const Written& one : inner) check(one, rule);
        }
    }

    /// The object that a refusal looks at beside its own: written in a slot, or its default.
    std::optional<Written> object_in_slot(const Written& object, const Refusal& refusal,
                                          const std::vector<SceneNode*>& scope) {
        std::string kind;
        for (const ParamDoc& param : holders(*object.plugin))
            if (param.name == refusal.slot) kind = kind_of_objects(param);
        std::vector<Written> found;
        if (const Value* written = object.value->find(refusal.slot)) {
            add(kind, *object.node, *written, found);
        } else if (objects_of_kind(refusal.default_without, scope).empty()) {
            // {type: cholesky}, or with parameters behind it
            const std::string shown = default_at(object.plugin->params(), refusal.slot);
            const std::string before = "{type: ";
            if (!shown.starts_with(before)) return {};
            const std::string type =
                shown.substr(before.size(), shown.find_first_of(",}") - before.size());
            if (const PluginDescription* plugin = description(kind, type))
                found.push_back({object.node, nullptr, plugin});
        }
        return found.empty() ? std::nullopt : std::optional(found.front());
    }

    void check(const Written& object, const Refusal& refusal,
               const std::vector<SceneNode*>& scope) {
        std::vector<Written> refused = objects_of_kind(refusal.kind, scope);
        std::erase_if(refused, [&](const Written& one) {
            return *refusal.trait != '\0' &&
                   has_trait(*one.plugin, one.value, refusal.trait) == refusal.is_wanted;
        });
        if (refused.empty() || !is_met(refusal.when, *object.plugin, object.value)) return;
        Written beside = object;
        if (*refusal.slot != '\0') {
            const std::optional<Written> found = object_in_slot(object, refusal, scope);
            if (!found || !has_trait(*found->plugin, found->value, refusal.slot_trait)) return;
            beside = *found;
        }
        std::set<std::string> reported;
        for (const Written& one : refused) {
            const std::string problem =
                problem_of(refusal, one.plugin->id, one.node->path(), beside.plugin->id);
            if (!reported.insert(problem).second) continue;
            diagnostics_.add(Diagnostic::error(problem)
                                 .remedy(refusal.remedy)
                                 .at((beside.value ? beside : object).value->mark)
                                 .on(object.node->path(), object.plugin->id));
        }
    }

    SceneGraph& graph_;
    Diagnostics& diagnostics_;
    std::map<const PluginDescription*, std::vector<ParamDoc>> holders_;
};

}  // namespace

void check_refusals(SceneGraph& graph, Diagnostics& diagnostics) {
    RefusalCheck(graph, diagnostics).run();
}

}  // namespace sinew
