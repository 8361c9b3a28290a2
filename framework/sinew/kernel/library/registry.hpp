/// Finds, checks and loads plugins, lazily and by name.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <sinew/kernel/library/description.hpp>
#include <string>
#include <vector>

namespace sinew {

/// `material/neo_hookean` is the file `material-neo_hookean.so` in the first folder of the search
/// path that has one. Loading uses RTLD_NOW and local binding; a loaded library stays until exit,
/// so that it outlives every object it made. Thread-safe for look-ups is not needed: scenes are
/// built by one.
class PluginRegistry {
public:
    /// Result of trying a plugin's file.
    enum class Status { found, loaded, refused };
    /// A plugin's file on the search path.
    struct Entry {
        std::string id;  ///< from the file's name
        std::filesystem::path file;
        Status status = Status::found;
        std::string reason;  ///< why it was refused: both sides named
        std::string remedy;
        const PluginDescription* description = nullptr;  ///< when loaded
    };

    /// Folders in order of preference: those given, then SINEW_PLUGIN_PATH, then the installed one
    /// (found from the place of this library).
    explicit PluginRegistry(std::vector<std::filesystem::path> first = {});
    ~PluginRegistry();

    /// A folder or a file of the scene's `plugins:` list; it is preferred to every folder so far.
    /// InputError at `where` if it is not there.
    void add(const std::filesystem::path& folder_or_file, const SourceMark& where = {});

    /// The slots of a node that take plugins of a kind, for remedies: "load" -> "`loads:`".
    using SlotsOfKind = std::map<std::string, std::string>;

    /// The description of a plugin, loading it if need be; throws InputError at `where` if there is
    /// none of that name (nearest names, and where one of another kind belongs or else the folders
    /// searched) or it is refused (reason, both sides, remedy).
    const PluginDescription& require(const std::string& kind, const std::string& name,
                                     const SourceMark& where, const SlotsOfKind& slots = {});

    /// All files found, in order of id; `load_all` tries each so that refusals show.
    const std::vector<Entry>& entries();
    /// Loads every plugin that is found.
    void load_all();

    /// Kinds of the plugins found, sorted.
    std::vector<std::string> kinds();
    /// Names of the plugins of a kind, sorted.
    std::vector<std::string> names(const std::string& kind);
    /// The search path, in order of preference.
    const std::vector<std::filesystem::path>& folders() const;

private:
    struct Files;
    std::unique_ptr<Files> files_;
};

}  // namespace sinew
