/// Opening one plugin's file: every check between a name on disk and a description one may trust.
#pragma once

#include <filesystem>
#include <sinew/kernel/library/description.hpp>
#include <string>

namespace sinew::detail {

/// Result of opening a file: a description, or the reason why it is refused.
struct OpenedPlugin {
    const PluginDescription* description = nullptr;
    std::string reason;
    std::string remedy;
};

/// The reason why the file cannot be a whole shared library of this machine; empty if it can.
/// Mapping a truncated library would end the process with SIGBUS, so this is asked before the
/// loader is.
std::string library_damage(const std::filesystem::path& file);

/// The time at which the loader looks up the functions that a library and those it links call. At
/// once, it finds out that one is missing; but numerical libraries call tens of thousands, most of
/// them never.
enum class Binding { at_load, at_first_call };

/// Loads the file and checks it, in this order: whole ELF file, all symbols found (of functions
/// only with Binding::at_load), `sinew_plugin` there, headers as the host's libraries hold them,
/// ABI stamps equal, id equal to `id`, conditions of traits and refusals that name its parameters.
/// Never throws for what is wrong with the file. A loaded library stays until the process ends.
OpenedPlugin open_plugin(const std::filesystem::path& file, const std::string& id,
                         Binding binding = Binding::at_load);

}  // namespace sinew::detail
