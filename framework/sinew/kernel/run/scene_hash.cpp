#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/run/scene_hash.hpp>

namespace sinew {

namespace {

bool is_left_out(const std::string& path_of_map, const std::string& key, bool is_node,
                 const std::vector<SlotRule>& slots) {
    if (path_of_map == "top")
        return key == "title" || key == "let" || key == "plugins" || key == "sinew";
    if (path_of_map == "top.time") return key == "end";
    return is_node && std::any_of(slots.begin(), slots.end(), [&](const SlotRule& rule) {
               return rule.is_output && rule.name == key;
           });
}

/// An unambiguous text: lengths before texts, keys in order.
void write(const Value& value, const std::string& path, const std::vector<SlotRule>& slots,
           std::string& out) {
    switch (value.kind) {
        case Value::Kind::null:
            out += '~';
            return;
        case Value::Kind::scalar:
            out += fmt::format("{}{}:{}", value.quoted ? 'q' : 's', value.text.size(), value.text);
            return;
        case Value::Kind::list:
            out += '[';
            for (const Value& item : value.items) write(item, path + "[]", slots, out);
            out += ']';
            return;
        case Value::Kind::map:
            break;
    }
    std::vector<const Value::Entry*> entries;
    for (const Value::Entry& entry : value.entries)
        if (!is_left_out(path, entry.key, value.find("node") != nullptr, slots))
            entries.push_back(&entry);
    std::sort(entries.begin(), entries.end(),
              [](const auto* a, const auto* b) { return a->key < b->key; });
    out += '{';
    for (const Value::Entry* entry : entries) {
        out += fmt::format("{}:{}=", entry->key.size(), entry->key);
        write(entry->value, path + "." + entry->key, slots, out);
    }
    out += '}';
}

}  // namespace

std::uint64_t fnv1a(std::string_view bytes, std::uint64_t seed) {
    for (const char c : bytes) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return seed;
}

std::string scene_hash(const Value& scene, const std::vector<SlotRule>& slots) {
    std::string text;
    write(scene, "top", slots, text);
    return fmt::format("{:016x}", fnv1a(text));
}

}  // namespace sinew
