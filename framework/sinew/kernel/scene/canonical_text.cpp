#include <algorithm>
#include <cctype>
#include <sinew/kernel/scene/canonical_text.hpp>
#include <string_view>
#include <vector>

namespace sinew {

namespace {

bool is_plain(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view(" ._+-*/^()").find(c) != std::string_view::npos;
}

std::string scalar(const std::string& text, bool quoted) {
    if (!quoted && !text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}

std::string list(const Value& value) {
    std::string out;
    for (const Value& item : value.items) out += (out.empty() ? "" : ", ") + canonical_text(item);
    return "[" + out + "]";
}

std::string map(const Value& value) {
    std::vector<const Value::Entry*> entries;
    for (const Value::Entry& entry : value.entries) entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(),
              [](const auto* a, const auto* b) { return a->key < b->key; });
    std::string out;
    for (const Value::Entry* entry : entries)
        out += (out.empty() ? "" : ", ") + scalar(entry->key, false) + ": " +
               canonical_text(entry->value);
    return "{" + out + "}";
}

}  // namespace

std::string canonical_text(const Value& value) {
    switch (value.kind) {
        case Value::Kind::scalar:
            return scalar(value.text, value.quoted);
        case Value::Kind::list:
            return list(value);
        case Value::Kind::map:
            return map(value);
        default:
            return "~";
    }
}

}  // namespace sinew
