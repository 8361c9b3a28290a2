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
    int n_refused = 0;
    for (const auto& entry : entries) {
        const bool is_refused = entry.status == PluginRegistry::Status::refused;
        const std::string version =
            entry.description ? entry.description->abi.framework : std::string("-");
        std::cout << fmt::format("{:<{}}  {:<8} {:<8} {}\n", entry.id, width,
                                 is_refused ? "refused" : "ok", version, entry.file.string());
        if (!is_refused) continue;
        ++n_refused;
        std::cout << fmt::format("{:<{}}  reason: {}\n", "", width, entry.reason);
        if (!entry.remedy.empty())
            std::cout << fmt::format("{:<{}}  remedy: {}\n", "", width, entry.remedy);
    }
    std::cout << fmt::format("{} plugins, {} refused; searched:\n", entries.size(), n_refused);
    for (const auto& folder : plugins.folders()) std::cout << "  " << folder.string() << "\n";
    return 0;
}

}  // namespace sinew::tools
