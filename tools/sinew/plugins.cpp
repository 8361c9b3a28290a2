/// sinew plugins

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/library/trial.hpp>

#include "command.hpp"

namespace sinew::tools {

int plugins_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    if (!options.parse(arguments)) return 0;
    try_libraries_apart();
    PluginRegistry plugins;
    plugins.load_all();
    const auto& entries = plugins.entries();

    std::size_t width = 6;
    for (const auto& entry : entries) width = std::max(width, entry.id.size());
    using Status = PluginRegistry::Status;
    int n_refused = 0, n_shadowed = 0;
    for (const auto& entry : entries) {
        const bool is_refused = entry.status == Status::refused;
        const bool is_shadowed = entry.status == Status::shadowed;
        const std::string version =
            entry.description ? entry.description->abi.framework : std::string("-");
        std::cout << fmt::format("{:<{}}  {:<8} {:<8} {}\n", entry.id, width,
                                 is_refused    ? "refused"
                                 : is_shadowed ? "shadowed"
                                               : "ok",
                                 version, entry.file.string());
        n_refused += is_refused;
        n_shadowed += is_shadowed;
        if (!is_refused && !is_shadowed) continue;
        std::cout << fmt::format("{:<{}}  reason: {}\n", "", width, entry.reason);
        if (!entry.remedy.empty())
            std::cout << fmt::format("{:<{}}  remedy: {}\n", "", width, entry.remedy);
    }
    std::cout << fmt::format("{} plugins, {} refused, {} shadowed; searched:\n", entries.size(),
                             n_refused, n_shadowed);
    for (const auto& folder : plugins.folders()) {
        const std::string why = PluginRegistry::search_error(folder);
        std::cout << fmt::format("  {}{}\n", folder.string(),
                                 why.empty() ? "" : fmt::format(" ({})", why));
    }
    return 0;
}

}  // namespace sinew::tools
