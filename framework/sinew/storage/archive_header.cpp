#include <fmt/format.h>

#include <cstdio>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/run/scene_hash.hpp>
#include <sinew/storage/archive_header.hpp>

namespace sinew::archive_header {

namespace {

constexpr std::string_view magic = "sinew archive ";
constexpr std::string_view hdf5_magic = "\x89HDF\r\n\x1a\n";

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& what,
                       const std::string& remedy) {
    throw InputError(Diagnostic::error(fmt::format("{} {}", file.string(), what)).remedy(remedy));
}

constexpr const char* take_another =
    "take another file: checkpoint-*.h5 that a run wrote, an artifact, or a model that `sinew "
    "export` wrote";

std::string line_of(const ArchiveKind* kind) {
    return kind ? fmt::format("kind {}\n", kind->name) : "";
}

const char* instead_of_damaged(std::string_view header) {
    for (const ArchiveKind& kind : archive_kinds)
        if (header.find('\n' + line_of(&kind)) != header.npos) return kind.instead_of_damaged;
    return take_another;
}

}  // namespace

std::string text(std::string_view content, const ArchiveKind* kind) {
    std::string text =
        fmt::format("{}{}\nbytes {}\nhash {:016x}\n{}HDF5 follows at byte {}.\n", magic,
                    format_version, content.size(), fnv1a(content), line_of(kind), size);
    text.resize(size, '\0');
    return text;
}

std::string_view content(const std::filesystem::path& file, std::string_view bytes) {
    if (bytes.empty()) fail(file, "is empty", take_another);
    if (bytes.starts_with(hdf5_magic))
        fail(file, "is an HDF5 file, but Sinew did not write it", take_another);
    if (!bytes.starts_with(magic.substr(0, bytes.size())))
        fail(file, "is no archive of Sinew", take_another);
    const std::string header(bytes.substr(0, size));
    int version = 0;
    unsigned long long n_bytes = 0, hash = 0;
    const int n_read = std::sscanf(header.c_str() + std::min(magic.size(), header.size()),
                                   "%d\nbytes %llu\nhash %llx", &version, &n_bytes, &hash);
    if (n_read > 0 && version != format_version)
        fail(file,
             fmt::format("is an archive of format version {}; this Sinew reads version {}", version,
                         format_version),
             "use the Sinew that wrote it");
    const std::string_view rest = bytes.substr(std::min(size, bytes.size()));
    if (n_read == 3 && rest.size() < n_bytes)
        fail(file,
             fmt::format("is cut off: {} of {} bytes are there", bytes.size(), size + n_bytes),
             instead_of_damaged(header));
    if (n_read != 3 || rest.size() != n_bytes || fnv1a(rest) != hash)
        fail(file, "is damaged: it was cut off, or changed after it was written",
             instead_of_damaged(header));
    return rest;
}

}  // namespace sinew::archive_header
