#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <sinew/kernel/scene/canonical_text.hpp>
#include <sinew/kernel/scene/quantity.hpp>
#include <string_view>
#include <vector>

namespace sinew {

namespace {

bool is_plain(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) ||
           std::string_view(" ._+-*/^()").find(c) != std::string_view::npos;
}

/// Enough digits to tell values apart, too few to tell 0.1 MPa from 100 kPa by their round-off.
std::optional<std::string> quantity(const std::string& text) {
    const Quantity quantity = evaluate_quantity(text);
    if (!quantity.error.empty()) return std::nullopt;
    return fmt::format("{:.14g}", quantity.value);
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

/// `is_text`: in an expression t is the time, and no ton.
std::string text_of(const Value& value, bool is_text);

std::string list(const Value& value, bool is_text) {
    std::string out;
    for (const Value& item : value.items) out += (out.empty() ? "" : ", ") + text_of(item, is_text);
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
               text_of(entry->value, entry->key == "expr");
    return "{" + out + "}";
}

std::string text_of(const Value& value, bool is_text) {
    switch (value.kind) {
        case Value::Kind::scalar:
            if (!is_text && !value.quoted)
                if (const auto number = quantity(value.text)) return *number;
            return scalar(value.text, value.quoted);
        case Value::Kind::list:
            return list(value, is_text);
        case Value::Kind::map:
            return map(value);
        default:
            return "~";
    }
}

}  // namespace

std::string canonical_text(const Value& value) {
    return text_of(value, false);
}

}  // namespace sinew
