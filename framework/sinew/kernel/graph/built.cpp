#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/diagnostics/quote.hpp>
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
    throw InputError(
        Diagnostic::error("objects need each other in a circle: " + circle + words(again))
            .remedy(
                "an object is built after all that it refers to: take one of these references away")
            .at(value ? value->mark : again.node->mark())
            .on(again.node->path()));
}

namespace {

/// The text that a message about this place underlines, without quotes.
std::string_view underlined(const SourceMark& where) {
    if (!where.known()) return {};
    std::string_view text = where.source->text;
    for (int line = 1; line < where.line; ++line)
        text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
    for (int column = 1; column < where.column && !text.empty(); ++column)
        text.remove_prefix(character_size(text, 0));
    std::size_t end = 0;
    for (int n = 0; n < where.length && end < text.size(); ++n) end += character_size(text, end);
    text = text.substr(0, end);
    const bool is_quoted = text.size() > 1 && (text[0] == '\'' || text[0] == '"');
    return is_quoted ? text.substr(1, text.size() - 2) : text;
}

/// True if both report one mistake in a file that the scene names at both places, "a.glb: ...".
bool is_in_one_file(const Diagnostic& a, const Diagnostic& b) {
    const std::string_view file = underlined(a.where);
    return a.message == b.message && a.remedy == b.remedy && file.size() > 1 &&
           file == underlined(b.where) && a.message.starts_with(file) &&
           std::string_view(a.message).substr(file.size()).starts_with(": ");
}

}  // namespace

void SceneGraph::Built::note(const std::vector<Diagnostic>& diagnostics) {
    for (const Diagnostic& one : diagnostics) {
        const bool known = std::any_of(mistakes.begin(), mistakes.end(), [&](const Diagnostic& d) {
            const bool is_at_one_place = d.where.source == one.where.source &&
                                         d.where.line == one.where.line &&
                                         d.where.column == one.where.column;
            return is_in_one_file(d, one) || (d.message == one.message && is_at_one_place);
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
