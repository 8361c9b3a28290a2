/// Compares a shared library's size with its ELF header, before the loader maps it.

#include <elf.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sinew/kernel/library/library_file.hpp>

namespace sinew::detail {
namespace {

#if defined(__x86_64__)
constexpr Elf64_Half our_machine = EM_X86_64;
#elif defined(__aarch64__)
constexpr Elf64_Half our_machine = EM_AARCH64;
#else
constexpr Elf64_Half our_machine = EM_NONE;  // not checked
#endif

/// Bytes the file must have to hold its tables and segments.
std::uintmax_t size_reported(const Elf64_Ehdr& header, std::ifstream& stream) {
    std::uintmax_t needed = header.e_shoff + std::uintmax_t{header.e_shentsize} * header.e_shnum;
    for (Elf64_Half i = 0; i < header.e_phnum; ++i) {
        Elf64_Phdr segment;
        stream.seekg(static_cast<std::streamoff>(header.e_phoff + i * sizeof(segment)));
        if (!stream.read(reinterpret_cast<char*>(&segment), sizeof(segment)))
            return std::max(needed, header.e_phoff + sizeof(segment) * header.e_phnum);
        needed = std::max(needed, std::uintmax_t{segment.p_offset} + segment.p_filesz);
    }
    return needed;
}

}  // namespace

std::string library_damage(const std::filesystem::path& file) {
    std::error_code failure;
    const std::uintmax_t size = std::filesystem::file_size(file, failure);
    if (failure) return "the file cannot be read";  // a pipe, say: opening it would wait
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return fmt::format("the file cannot be read: {}", std::strerror(errno));
    if (size == 0) return "the file is empty";
    Elf64_Ehdr header{};
    stream.read(reinterpret_cast<char*>(&header), sizeof(header));
    const auto n_read = static_cast<std::size_t>(stream.gcount());
    if (n_read < SELFMAG || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
        return "the file is no shared library (it does not begin as an ELF file)";
    if (n_read < sizeof(header))
        return fmt::format("the file is truncated: it has {} bytes, its header alone {}", size,
                           sizeof(header));
    if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN ||
        (our_machine != EM_NONE && header.e_machine != our_machine))
        return fmt::format(
            "the file is no shared library for this machine (the host is machine {} in 64 bit, the "
            "file machine {} in {} bit, type {})",
            our_machine, header.e_machine, header.e_ident[EI_CLASS] == ELFCLASS64 ? 64 : 32,
            header.e_type);
    if (const std::uintmax_t needed = size_reported(header, stream); needed > size)
        return fmt::format("the file is truncated: it has {} bytes, its header tells of {}", size,
                           needed);
    return "";
}

}  // namespace sinew::detail
