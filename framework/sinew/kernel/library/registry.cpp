#include <fmt/format.h>

#include <algorithm>
#include <boost/dll/runtime_symbol_info.hpp>
#include <cstdlib>
#include <set>
#include <sinew/kernel/diagnostics/current_call.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/kernel/library/library_file.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/library/trial.hpp>
#include <sstream>

namespace fs = std::filesystem;

namespace sinew {
namespace {

/// One spelling for each place, so that it is searched once.
fs::path normal(const fs::path& place) {
    std::error_code error;  // the working folder is gone, say: then nothing is found there
    fs::path whole = fs::absolute(place, error);
    whole = (error ? place : whole).lexically_normal();
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

/// True for a plugin that is installed with this library, and tested with it.
bool is_of_house(const fs::path& file) {
    return file.parent_path() == normal(installed_folder());
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
    std::vector<fs::path> files;
    std::error_code failure;
    if (fs::is_regular_file(folder_or_file, failure)) {
        if (!id_of(folder_or_file).empty()) files.push_back(folder_or_file);
        return files;
    }
    for (fs::directory_iterator entry(folder_or_file, failure), end; !failure && entry != end;
         entry.increment(failure))
        if (!id_of(entry->path()).empty()) files.push_back(entry->path());
    std::sort(files.begin(), files.end());
    return files;
}

}  // namespace

struct PluginRegistry::Files {
    std::vector<fs::path> places;               // folders and single files, in order of preference
    std::vector<Entry> entries;                 // by id, then by preference
    std::map<std::string, std::size_t> chosen;  // id -> its first entry
    std::vector<Diagnostic> warnings;

    void scan();
    void load(Entry& entry) const;
    void refuse_former_plugin(const std::string& kind, const std::string& name,
                              const SourceMark& where);
    std::string of_other_kinds(const std::string& name, const SlotsOfKind& slots) const;
    std::string searched() const;
};

/// Lists the files again; loaded plugins stay loaded.
void PluginRegistry::Files::scan() {
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
        entries[i].status = Status::shadowed;
        entries[i].reason = fmt::format("shadowed by {}, which comes first on the search path",
                                        entries[first->second].file.string());
        entries[i].remedy = "remove one of the two, or change the order of the search path";
    }
}

void PluginRegistry::Files::load(Entry& entry) const {
    if (entry.status != Status::found) return;
    const std::string doing = "being loaded from " + entry.file.string();
    const CurrentCall call(entry.id.c_str(), "", doing.c_str());
    detail::OpenedPlugin opened;
    const bool is_tested = is_of_house(entry.file);
    opened.reason = is_tested ? "" : detail::end_of_trial(entry.file, entry.id);
    if (opened.reason.empty())
        opened = detail::open_plugin(
            entry.file, entry.id,
            is_tested ? detail::Binding::at_first_call : detail::Binding::at_load);
    else
        opened.remedy = "mend the library: what it does when it is loaded ends the process";
    entry.status = opened.description ? Status::loaded : Status::refused;
    entry.description = opened.description;
    entry.reason = std::move(opened.reason);
    entry.remedy = std::move(opened.remedy);
}

/// Throws if a plugin of the kind says that it has taken the place of that name.
void PluginRegistry::Files::refuse_former_plugin(const std::string& kind, const std::string& name,
                                                 const SourceMark& where) {
    for (const auto& [id, index] : chosen) {
        if (!id.starts_with(kind + "/")) continue;
        load(entries[index]);
        if (!entries[index].description) continue;
        for (const FormerPlugin& former : entries[index].description->former_plugins)
            if (name == former.name)
                throw InputError(
                    where, fmt::format("{}/{} is gone; {} has taken its place", kind, name, id),
                    former.remedy);
    }
}

/// "load/gravity is of the kind load: give it in `loads:`" for each plugin of that name, with or
/// without its kind; "" if there is none.
std::string PluginRegistry::Files::of_other_kinds(const std::string& name,
                                                  const SlotsOfKind& slots) const {
    std::vector<std::string> found;
    for (const auto& [id, index] : chosen) {
        const std::size_t slash = id.find('/');
        if (id != name && id.substr(slash + 1) != name) continue;
        const std::string kind = id.substr(0, slash);
        const auto slot = slots.find(kind);
        const std::string place = slots.empty()         ? ""
                                  : slot == slots.end() ? ": give it to a plugin that takes one"
                                                        : ": give it in " + slot->second;
        found.push_back(fmt::format("{} is of the kind {}{}", id, kind, place));
    }
    return fmt::format("{}", fmt::join(found, "; "));
}

std::string PluginRegistry::Files::searched() const {
    std::vector<std::string> names;
    for (const fs::path& place : places) {
        const std::string why = search_error(place);
        names.push_back(why.empty() ? place.string() : fmt::format("{} ({})", place.string(), why));
    }
    return fmt::format(
        "searched: {}; if it is a plugin of your own, put its folder into "
        "SINEW_PLUGIN_PATH, or into `plugins:` of the scene",
        fmt::join(names, ", "));
}

PluginRegistry::PluginRegistry(std::vector<fs::path> first) : files_(std::make_unique<Files>()) {
    files_->places = std::move(first);
    for (fs::path& folder : folders_of_environment()) {
        if (const std::string why = search_error(normal(folder)); !why.empty())
            files_->warnings.push_back(
                Diagnostic::warning(
                    fmt::format("SINEW_PLUGIN_PATH names {}, which {}", folder.string(), why))
                    .remedy("name a folder with built plugins there, or take it out"));
        files_->places.push_back(std::move(folder));
    }
    files_->places.push_back(installed_folder());
    std::set<fs::path> seen;
    std::erase_if(files_->places, [&](fs::path& place) {
        place = normal(place);
        return !seen.insert(place).second;
    });
    files_->scan();
}

PluginRegistry::~PluginRegistry() = default;

void PluginRegistry::add(const fs::path& folder_or_file, const SourceMark& where) {
    const fs::path place = normal(folder_or_file);
    std::error_code unknown;  // that it cannot be read is reported below
    if (fs::status(place, unknown).type() == fs::file_type::not_found)
        throw InputError(where, fmt::format("there is no plugin folder or file {}", place.string()),
                         "name a folder of plugins, or a file kind-name.so");
    if (const std::string kind = special_file(place); !kind.empty())
        throw InputError(where,
                         fmt::format("'{}' is not a regular file but {}", place.string(), kind),
                         "name a folder of plugins, or a file kind-name.so");
    if (fs::is_regular_file(place, unknown) && id_of(place).empty())
        throw InputError(where, fmt::format("{} is not named as a plugin", place.string()),
                         "a plugin's file is named kind-name.so, as in material-neo_hookean.so");
    if (const std::string why = search_error(place); !why.empty())
        throw InputError(
            where, fmt::format("the plugin folder {} {}", place.string(), why),
            "check the name; if it is right, allow the folder to be read (chmod a+rx), "
            "and those above it to be entered");
    std::erase(files_->places, place);
    files_->places.insert(files_->places.begin(), place);
    files_->scan();
}

const PluginDescription& PluginRegistry::require(const std::string& kind, const std::string& name,
                                                 const SourceMark& where,
                                                 const SlotsOfKind& slots) {
    const std::string id = kind + "/" + name;
    const auto found = files_->chosen.find(id);
    if (found == files_->chosen.end()) {
        const std::vector<std::string> known = names(kind);
        if (name.starts_with(kind + "/") && files_->chosen.count(name))
            throw InputError(where, fmt::format("a type is named without its kind, not '{}'", name),
                             "write type: " + name.substr(kind.size() + 1));
        files_->refuse_former_plugin(kind, name, where);
        const std::string elsewhere = files_->of_other_kinds(name, slots);
        throw InputError(
            where,
            fmt::format("there is no plugin {}; {}", id,
                        known.empty() ? "there is none of kind " + kind : suggestion(name, known)),
            elsewhere.empty() ? files_->searched() : elsewhere);
    }
    Entry& entry = files_->entries[found->second];
    files_->load(entry);
    if (entry.description) return *entry.description;
    throw InputError(Diagnostic::error(fmt::format("plugin {} ({}) is refused: {}", id,
                                                   entry.file.string(), entry.reason))
                         .remedy(entry.remedy)
                         .at(where)
                         .on("", id));
}

const std::vector<PluginRegistry::Entry>& PluginRegistry::entries() {
    return files_->entries;
}

void PluginRegistry::load_all() {
    for (Entry& entry : files_->entries) files_->load(entry);
}

std::vector<std::string> PluginRegistry::kinds() {
    std::vector<std::string> kinds;
    for (const auto& [id, index] : files_->chosen) {
        const std::string kind = id.substr(0, id.find('/'));
        if (kinds.empty() || kinds.back() != kind) kinds.push_back(kind);
    }
    return kinds;
}

std::vector<std::string> PluginRegistry::names(const std::string& kind) {
    std::vector<std::string> names;
    for (const auto& [id, index] : files_->chosen)
        if (id.starts_with(kind + "/")) names.push_back(id.substr(kind.size() + 1));
    return names;
}

const std::vector<fs::path>& PluginRegistry::folders() const {
    return files_->places;
}

const std::vector<Diagnostic>& PluginRegistry::warnings() const {
    return files_->warnings;
}

std::string PluginRegistry::search_error(const fs::path& folder_or_file) {
    std::error_code error;
    const fs::file_status status = fs::status(folder_or_file, error);
    if (status.type() == fs::file_type::not_found) return "is not there";
    if (fs::is_regular_file(status))
        return id_of(folder_or_file).empty() ? "is not named as a plugin (kind-name.so)" : "";
    if (!error) fs::directory_iterator(folder_or_file, error);
    return error ? "cannot be read: " + error.message() : "";
}

}  // namespace sinew
