#include <fmt/format.h>

#include <cstring>
#include <sinew/kernel/library/abi.hpp>

namespace sinew {
namespace {

/// A field's text, however the other side has filled it.
template <std::size_t N>
std::string text_of(const char (&field)[N]) {
    return std::string(field, strnlen(field, N));
}

}  // namespace

std::string abi_mismatch(const AbiStamp& host, const AbiStamp& plugin) {
    if (plugin.magic != host.magic)
        return fmt::format(
            "description: the host's begins with {:#010x}, the plugin's with {:#010x}", host.magic,
            plugin.magic);
    if (plugin.size != host.size)
        return fmt::format("size of the stamp: the host has {} bytes, the plugin {} bytes",
                           host.size, plugin.size);
    std::string differences;
    const auto compare = [&](const char* what, const auto& ours, const auto& theirs) {
        if (text_of(ours) == text_of(theirs)) return;
        differences +=
            fmt::format("{}{}: the host has {}, the plugin {}", differences.empty() ? "" : "; ",
                        what, text_of(ours), text_of(theirs));
    };
    compare("Sinew", host.framework, plugin.framework);
    compare("compiler", host.compiler, plugin.compiler);
    compare("C++ ABI", host.cxx_abi, plugin.cxx_abi);
    compare("Eigen", host.eigen, plugin.eigen);
    compare("JSON", host.json, plugin.json);
    compare("types", host.types, plugin.types);
    return differences;
}

}  // namespace sinew
