#include <algorithm>
#include <charconv>
#include <sinew/kernel/diagnostics/quote.hpp>
#include <sinew/kernel/scene/value.hpp>

namespace sinew {

const Value::Entry* Value::find_entry(std::string_view key) const {
    for (const Entry& entry : entries)
        if (entry.key == key) return &entry;
    return nullptr;
}

const Value* Value::find(std::string_view key) const {
    const Entry* const entry = find_entry(key);
    return entry ? &entry->value : nullptr;
}

SourceMark place_of(const Value& root, std::string_view path) {
    SourceMark place = root.mark;
    const Value* at = &root;
    while (!path.empty()) {
        const bool is_item = path.front() == '[';
        if (is_item || path.front() == '.') path.remove_prefix(1);
        const std::size_t end = std::min(path.find_first_of(is_item ? "]" : ".["), path.size());
        const std::string_view word = path.substr(0, end);
        path.remove_prefix(std::min(end + (is_item ? 1 : 0), path.size()));
        std::size_t k = at->items.size();
        if (is_item) std::from_chars(word.data(), word.data() + word.size(), k);
        at = !is_item ? at->find(word) : k < at->items.size() ? &at->items[k] : nullptr;
        if (!at) break;
        if (at->mark.known()) place = at->mark;
    }
    return place;
}

std::string Value::describe() const {
    switch (kind) {
        case Kind::null:
            return "nothing";
        case Kind::list:
            return "a list";
        case Kind::map:
            return "a map";
        case Kind::scalar:
            break;
    }
    return "the text " + quote(text);
}

}  // namespace sinew
