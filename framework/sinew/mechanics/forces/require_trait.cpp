#include <fmt/format.h>

#include <sinew/kernel/library/condition.hpp>
#include <sinew/mechanics/forces/require_trait.hpp>

namespace sinew {

void require_trait(PluginRegistry& plugins, const PluginSlot<ForceModel>& model, const char* trait,
                   const std::string& problem, const SourceMark& where) {
    const PluginDescription& plugin = plugins.require(ForceModel::kind, model.type(), where);
    if (has_trait(plugin, &model.value(), trait)) return;
    std::string fit;
    plugins.load_all();
    for (const PluginRegistry::Entry& entry : plugins.entries()) {
        const std::string folder = std::string(ForceModel::kind) + "/";
        if (entry.status != PluginRegistry::Status::loaded || !entry.id.starts_with(folder))
            continue;
        const std::string other = entry.id.substr(folder.size());
        for (const std::string& listed : entry.description->traits) {
            const ListedTrait one = read_trait(listed);
            if (one.name != trait) continue;
            fit += fmt::format("{}{{type: {}}}", fit.empty() ? "" : " or ", other);
            if (!one.condition.empty()) fit += fmt::format(" with {}", one.condition);
        }
    }
    throw InputError(where, fmt::format("{} {}", model.type(), problem),
                     fit.empty() ? fmt::format("no force model that was found is declared to be "
                                               "able to ({})",
                                               trait)
                                 : "use forces: " + fit);
}

}  // namespace sinew
