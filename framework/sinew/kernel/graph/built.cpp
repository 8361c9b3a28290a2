#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/graph/built.hpp>

namespace sinew {

SceneGraph::Built::~Built() {
    objects.clear();
    while (!completed.empty()) {
        Completed& last = completed.back();
        if (last.object)
            last.object.reset();
        else
            last.node->detach(last.attachment);
        completed.pop_back();
    }
}

void SceneGraph::Built::throw_cycle(const Key& again) const {
    const auto words = [](const Key& key) {
        const Value* value = key.node->slot(key.slot);
        const bool in_list = value && value->is_list();
        if (in_list) value = &value->items[static_cast<std::size_t>(key.index)];
        const std::string place = place_words(value ? value->mark : key.node->mark());
        return fmt::format("{} {}{}{}", key.node->path(), key.slot,
                           in_list ? fmt::format("[{}]", key.index) : "",
                           place.empty() ? "" : " (" + place + ")");
    };
    const auto first = std::find(under_construction.begin(), under_construction.end(), again);
    std::string circle;
    for (auto key = first; key != under_construction.end(); ++key) circle += words(*key) + " -> ";
    const Value* value = again.node->slot(again.slot);
    if (value && value->is_list()) value = &value->items[static_cast<std::size_t>(again.index)];
    throw InputError(Diagnostic{
        Severity::error,
        "objects need each other in a circle: " + circle + words(again),
        "an object is built after all that it refers to: take one of these references away",
        value ? value->mark : again.node->mark(),
        again.node->path(),
        {}});
}

void SceneGraph::Built::note(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& one : diagnostics) {
        const bool known = std::any_of(mistakes.begin(), mistakes.end(), [&](const Diagnostic& d) {
            return d.message == one.message && d.where.source == one.where.source &&
                   d.where.line == one.where.line && d.where.column == one.where.column;
        });
        if (!known) mistakes.push_back(one);
    }
}

std::string slot_words(const SlotRule& rule, int index) {
    return rule.is_list ? fmt::format("{}[{}]", rule.name, index) : rule.name;
}

std::string place_words(const SourceMark& mark) {
    if (!mark.known()) return {};
    return fmt::format("{}:{}:{}", mark.source->name, mark.line, mark.column);
}

}  // namespace sinew
