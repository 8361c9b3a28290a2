#include "reference.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/graph/header.hpp>
#include <sinew/kernel/graph/transform.hpp>
#include <sinew/kernel/library/condition.hpp>

namespace sinew::tools {

namespace {

std::string in_words(const std::string& listed) {
    const ListedTrait trait = read_trait(listed);
    if (trait.condition.empty()) return fmt::format("`{}`", trait.name);
    return fmt::format("`{}` if `{}`", trait.name, trait.condition);
}

std::string in_words(const Refusal& refusal) {
    const std::string trait = refusal.trait, when = refusal.when, slot = refusal.slot;
    std::string words = (trait.empty() ? "any " : "a ") + std::string(refusal.kind);
    if (!trait.empty())
        words += fmt::format(" {} `{}`", refusal.is_wanted ? "without" : "with", trait);
    if (!when.empty()) words += fmt::format(" if `{}`", when);
    if (!slot.empty()) words += fmt::format(" if `{}` has `{}`", slot, refusal.slot_trait);
    return words;
}

template <class Declarations>
std::vector<std::string> all_in_words(const Declarations& declarations) {
    std::vector<std::string> all;
    for (const auto& one : declarations) all.push_back(in_words(one));
    return all;
}

}  // namespace

PluginDoc plugin_doc(const PluginDescription& plugin) {
    return {plugin.id,
            plugin.summary,
            plugin.source,
            all_in_words(plugin.traits),
            all_in_words(plugin.refusals),
            plugin.params()};
}

SceneReference scene_reference(PluginRegistry& plugins, const std::vector<SlotRule>& slots) {
    SceneReference reference;
    reference.structures = {
        {"scene", "What stands at the top of the file, beside `let:` and the nodes in `scene:`",
         describe_params<SceneHeader>()},
        {"transform", "Where a node stands in its parent's frame", describe_params<Transform>()},
    };
    for (const SlotRule& rule : slots) {
        if (rule.kind.empty())
            reference.structures.push_back({rule.name, rule.meaning, rule.params()});
        else
            reference.kinds.push_back(
                {rule.kind, rule.name, rule.is_list, rule.meaning, rule.default_type, {}});
    }
    plugins.load_all();
    for (const PluginRegistry::Entry& entry : plugins.entries()) {
        if (!entry.description) continue;
        const std::string kind = entry.id.substr(0, entry.id.find('/'));
        auto found = std::find_if(reference.kinds.begin(), reference.kinds.end(),
                                  [&](const KindDoc& k) { return k.name == kind; });
        if (found == reference.kinds.end())
            found = reference.kinds.insert(
                found, {kind, "", false, "Stands inside an object of another kind", "", {}});
        found->plugins.push_back(plugin_doc(*entry.description));
    }
    for (KindDoc& kind : reference.kinds)
        std::sort(kind.plugins.begin(), kind.plugins.end(),
                  [](const PluginDoc& a, const PluginDoc& b) { return a.id < b.id; });
    return reference;
}

std::string unknown_kind(const SceneReference& reference, const std::string& name) {
    std::vector<std::string> names;
    for (const KindDoc& kind : reference.kinds) names.push_back(kind.name);
    for (const StructureDoc& structure : reference.structures) names.push_back(structure.name);
    return fmt::format("there is no kind '{}'; {}", name, suggestion(name, names));
}

}  // namespace sinew::tools
