#include <fmt/format.h>

#include <algorithm>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/mechanics/forces/forces.hpp>

namespace sinew {

void require_trait(PluginRegistry& plugins, const std::string& name, const char* trait,
                   const std::string& problem, const SourceMark& where) {
    const auto has_trait = [&](const std::string& model) {
        const auto& traits = plugins.require(ForceModel::kind, model, where).traits;
        return std::find(traits.begin(), traits.end(), trait) != traits.end();
    };
    if (has_trait(name)) return;
    std::string fit;
    plugins.load_all();
    for (const PluginRegistry::Entry& entry : plugins.entries()) {
        const std::string folder = std::string(ForceModel::kind) + "/";
        if (entry.status != PluginRegistry::Status::loaded || !entry.id.starts_with(folder))
            continue;
        const std::string model = entry.id.substr(folder.size());
        if (has_trait(model))
            fit += fmt::format("{}{{type: {}}}", fit.empty() ? "" : " or ", model);
    }
    throw InputError(where, fmt::format("{} {}", name, problem),
                     fit.empty() ? fmt::format("no force model that was found is declared to be "
                                               "able to ({})",
                                               trait)
                                 : "use forces: " + fit);
}

}  // namespace sinew
