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
