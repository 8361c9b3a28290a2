/// What an archive's HDF5 file says of itself.
#pragma once

#include <cstdint>
#include <cstring>
#include <sinew/kernel/run/archive.hpp>
#include <sinew/kernel/run/scene_hash.hpp>
#include <string>

namespace sinew::archive_format {

inline constexpr const char* name = "sinew archive";
inline constexpr std::int64_t version = 1;

/// FNV-1a over keys, sorts and bytes of all entries, in the order of their keys.
inline std::string content_hash(const Archive& archive) {
    std::uint64_t hash = fnv1a("");
    const auto add = [&](const void* data, std::size_t n_bytes) {
        const std::uint64_t n = n_bytes;
        hash = fnv1a({reinterpret_cast<const char*>(&n), sizeof n}, hash);
        hash = fnv1a({static_cast<const char*>(data), n_bytes}, hash);
    };
    for (const auto& [key, entry] : archive.entries()) {
        add(key.data(), key.size());
        const char sort = static_cast<char>('0' + entry.index());
        add(&sort, 1);
        std::visit(
            [&](const auto& content) {
                using Item = typename std::decay_t<decltype(content)>::value_type;
                add(content.data(), content.size() * sizeof(Item));
            },
            entry);
    }
    constexpr char digits[] = "0123456789abcdef";
    std::string text(16, '0');
    for (std::size_t i = 0; i < 16; ++i) text[i] = digits[(hash >> (60 - 4 * i)) & 15];
    return text;
}

}  // namespace sinew::archive_format
