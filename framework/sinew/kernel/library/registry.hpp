/// Finds, checks and loads plugins, lazily and by name.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/library/description.hpp>
#include <string>
#include <vector>

namespace sinew {

/// `material/neo_hookean` is the file `material-neo_hookean.so` in the first folder of the search
/// path that has one. A loaded library keeps its symbols to itself and stays until exit, so that it
/// outlives every object it made. Thread-safe for look-ups is not needed: scenes are
/// built by one.
class PluginRegistry {
public:
    /// Result of trying a plugin's file; a shadowed one is not tried: another of its id comes
    /// first.
    enum class Status { found, loaded, refused, shadowed };
    /// A plugin's file on the search path.
    struct Entry {
        std::string id;  ///< from the file's name
        std::filesystem::path file;
        Status status = Status::found;
        std::string reason;  ///< why it is refused or shadowed: both sides named
        std::string remedy;
        const PluginDescription* description = nullptr;  ///< when loaded
    };

    /// Folders in order of preference: those given, then SINEW_PLUGIN_PATH, then the installed one
    /// (found from the place of this library).
    explicit PluginRegistry(std::vector<std::filesystem::path> first = {});
    ~PluginRegistry();

    /// A folder or a file of the scene's `plugins:` list; it is preferred to every folder so far.
    /// InputError at `where` if it is not there, or cannot be read.
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
    /// Warnings of folders in SINEW_PLUGIN_PATH that are not there or cannot be read.
    const std::vector<Diagnostic>& warnings() const;

    /// The reason why no plugin is found in a folder or file: "is not there", or that it cannot be
    /// read; "" if it can be searched.
    static std::string search_error(const std::filesystem::path& folder_or_file);

private:
    struct Files;
    std::unique_ptr<Files> files_;
};

}  // namespace sinew
