/// The 512 bytes before the HDF5 content of an archive (its "user block"): text that says what the
/// file is, and by which damage is found before HDF5, which trusts what it reads, is asked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <sinew/storage/archive_kind.hpp>
#include <string>
#include <string_view>

namespace sinew::archive_header {

inline constexpr std::size_t size = 512;
inline constexpr int format_version = 1;

/// "sinew archive 1", the number of bytes of `content`, its FNV-1a hash, and the kind of archive if
/// it is one; padded with zeros.
std::string text(std::string_view content, const ArchiveKind* kind = nullptr);

/// The content behind the header. Throws InputError: the file is empty, no archive, of another
/// format version, cut off, or changed after it was written. The remedy is that of the kind which
/// the header names.
std::string_view content(const std::filesystem::path& file, std::string_view bytes);

}  // namespace sinew::archive_header
