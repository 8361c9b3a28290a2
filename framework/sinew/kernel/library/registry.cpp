#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/runtime_symbol_info.hpp>
#include <cstdlib>
#include <set>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/library/library_file.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sstream>

namespace fs = std::filesystem;

namespace sinew {
namespace {

/// One spelling for each place, so that it is searched once.
fs::path normal(const fs::path& place) {
    const fs::path whole = fs::absolute(place).lexically_normal();
    return whole.has_filename() ? whole : whole.parent_path();
}

/// "material/neo_hookean" of ".../material-neo_hookean.so"; "" if that is no plugin's name.
std::string id_of(const fs::path& file) {
    const std::string stem = file.stem().string();
    const std::size_t dash = stem.find('-');
    if (file.extension() != ".so" || dash == 0 || dash == std::string::npos ||
        dash + 1 == stem.size())
        return "";
    return stem.substr(0, dash) + "/" + stem.substr(dash + 1);
}

/// Plugins installed with this library stand in sinew/plugins beside it.
fs::path installed_folder() {
    return fs::path(boost::dll::this_line_location().string()).parent_path() / "sinew" / "plugins";
}

std::vector<fs::path> folders_of_environment() {
    std::vector<fs::path> folders;
    const char* const variable = std::getenv("SINEW_PLUGIN_PATH");
    std::istringstream stream(variable ? variable : "");
    for (std::string folder; std::getline(stream, folder, ':');)
        if (!folder.empty()) folders.emplace_back(folder);
    return folders;
}

/// The plugin files of a folder by name (a folder that is not there has none), or the file itself.
std::vector<fs::path> files_of(const fs::path& folder_or_file) {
    if (fs::is_regular_file(folder_or_file)) return {folder_or_file};
    std::vector<fs::path> files;
    std::error_code failure;
    for (const auto& entry : fs::directory_iterator(folder_or_file, failure))
        if (!id_of(entry.path()).empty()) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

struct PluginRegistry::State_ {
    std::vector<fs::path> places;               // folders and single files, in order of preference
    std::vector<Entry> entries;                 // by id, then by preference
    std::map<std::string, std::size_t> chosen;  // id -> its first entry

    void scan();
    void load(Entry& entry) const;
};

/// Lists the files again; loaded plugins stay loaded.
void PluginRegistry::State_::scan() {
    std::map<fs::path, Entry> before;
    for (Entry& entry : entries) before[entry.file] = std::move(entry);
    entries.clear();
    for (const fs::path& place : places)
        for (const fs::path& file : files_of(place)) {
            const auto known = before.find(file);
            const bool keeps = known != before.end() && known->second.description;
            entries.push_back(keeps ? known->second : Entry{});
            entries.back().id = id_of(file);
            entries.back().file = file;
        }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.id < b.id; });
    chosen.clear();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto [first, is_first] = chosen.emplace(entries[i].id, i);
        if (is_first) continue;
        entries[i].state = LoadState::refused;
        entries[i].reason = fmt::format("shadowed by {}, which comes first on the search path",
                                        entries[first->second].file.string());
        entries[i].remedy = "remove one of the two, or change the order of the search path";
    }
}

void PluginRegistry::State_::load(Entry& entry) const {
    if (entry.state != LoadState::found) return;
    detail::OpenedPlugin opened = detail::open_plugin(entry.file, entry.id);
    entry.state = opened.description ? LoadState::loaded : LoadState::refused;
    entry.description = opened.description;
    entry.reason = std::move(opened.reason);
    entry.remedy = std::move(opened.remedy);
}

PluginRegistry::PluginRegistry(std::vector<fs::path> first) : state_(std::make_unique<State_>()) {
    state_->places = std::move(first);
    for (fs::path& folder : folders_of_environment()) state_->places.push_back(std::move(folder));
    state_->places.push_back(installed_folder());
    std::set<fs::path> seen;
    std::erase_if(state_->places, [&](fs::path& place) {
        place = normal(place);
        return !seen.insert(place).second;
    });
    state_->scan();
}

PluginRegistry::~PluginRegistry() = default;

void PluginRegistry::add(const fs::path& folder_or_file, const SourceMark& where) {
    const fs::path place = normal(folder_or_file);
    if (!fs::exists(place))
        throw InputError(where, fmt::format("there is no plugin folder or file {}", place.string()),
                         "name a folder of plugins, or a file kind-name.so");
    if (fs::is_regular_file(place) && id_of(place).empty())
        throw InputError(where, fmt::format("{} is not named as a plugin", place.string()),
                         "a plugin's file is named kind-name.so, as in material-neo_hookean.so");
    std::erase(state_->places, place);
    state_->places.insert(state_->places.begin(), place);
    state_->scan();
}

const PluginDescription& PluginRegistry::require(const std::string& kind, const std::string& name,
                                                 const SourceMark& where) {
    const std::string id = kind + "/" + name;
    const auto found = state_->chosen.find(id);
    if (found == state_->chosen.end()) {
        const std::vector<std::string> known = names(kind);
        std::vector<std::string> searched;
        for (const fs::path& place : state_->places) searched.push_back(place.string());
        throw InputError(
            where,
            fmt::format("there is no plugin {}; {}", id,
                        known.empty() ? "there is none of kind " + kind : suggestion(name, known)),
            fmt::format("searched: {}", fmt::join(searched, ", ")));
    }
    Entry& entry = state_->entries[found->second];
    state_->load(entry);
    if (entry.description) return *entry.description;
    throw InputError(Diagnostic::error(fmt::format("plugin {} ({}) is refused: {}", id,
                                                   entry.file.string(), entry.reason))
                         .remedy(entry.remedy)
                         .at(where)
                         .on("", id));
}

const std::vector<PluginRegistry::Entry>& PluginRegistry::entries() {
    return state_->entries;
}

void PluginRegistry::load_all() {
    for (Entry& entry : state_->entries) state_->load(entry);
}

std::vector<std::string> PluginRegistry::kinds() {
    std::vector<std::string> kinds;
    for (const auto& [id, index] : state_->chosen) {
        const std::string kind = id.substr(0, id.find('/'));
        if (kinds.empty() || kinds.back() != kind) kinds.push_back(kind);
    }
    return kinds;
}

std::vector<std::string> PluginRegistry::names(const std::string& kind) {
    std::vector<std::string> names;
    for (const auto& [id, index] : state_->chosen)
        if (id.starts_with(kind + "/")) names.push_back(id.substr(kind.size() + 1));
    return names;
}

const std::vector<fs::path>& PluginRegistry::folders() const {
    return state_->places;
}

}  // namespace sinew
