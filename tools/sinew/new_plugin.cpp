/// sinew new plugin KIND/NAME [-o DIR]

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/kernel/library/registry.hpp>
#include <sinew/kernel/run/atomic_file.hpp>
#include <sinew/kernel/run/writable.hpp>

#include "command.hpp"
#include "templates.hpp"

namespace sinew::tools {

namespace po = boost::program_options;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> kinds_of_plugins() {
    std::set<std::string> kinds;
    for (const auto& [name, text] : templates())
        if (const std::size_t slash = name.find('/'); slash != std::string::npos)
            kinds.insert(name.substr(0, slash));
    return {kinds.begin(), kinds.end()};
}

bool is_name(const std::string& name) {
    const auto is_allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
           std::all_of(name.begin(), name.end(), is_allowed);
}

/// my_law -> MyLawPlugin. No class that a plugin sees ends so: `body` is no second Body, `params`
/// does not hold a structure of its own name.
std::string class_name(const std::string& name) {
    std::string out;
    bool at_start = true;
    for (const char c : name) {
        if (c != '_') out += at_start ? static_cast<char>(std::toupper(c)) : c;
        at_start = c == '_';
    }
    return out + "Plugin";
}

/// my_law -> My law
std::string title(const std::string& name) {
    std::string out = name;
    std::replace(out.begin(), out.end(), '_', ' ');
    out.front() = static_cast<char>(std::toupper(out.front()));
    return out;
}

std::string filled(std::string text, const std::map<std::string, std::string>& words) {
    for (const auto& [word, value] : words) {
        const std::string mark = "@" + word + "@";
        for (std::size_t at = text.find(mark); at != std::string::npos;
             at = text.find(mark, at + value.size()))
            text.replace(at, mark.size(), value);
    }
    return text;
}

/// Two plugins of one name: the folder that is searched first hides the other's.
void refuse_known(const std::string& id) {
    PluginRegistry registry;
    for (const PluginRegistry::Entry& entry : registry.entries())
        if (entry.id == id)
            throw InputError(Diagnostic::error(fmt::format("there is a plugin {} already: {}", id,
                                                           entry.file.string()))
                                 .remedy("choose another name, or the two would hide each other"));
}

void write_plugin(const std::string& kind, const std::string& name, const fs::path& folder) {
    const std::map<std::string, std::string> words{
        {"KIND", kind}, {"NAME", name}, {"CLASS", class_name(name)}, {"TITLE", title(name)}};
    std::error_code unknown;
    const bool is_taken = is_there(folder) && !fs::is_empty(folder, unknown);
    if (is_taken && !unknown)
        throw InputError(
            Diagnostic::error(fmt::format("the folder {} is not empty", folder.string()))
                .remedy("choose another with -o"));
    if (unknown)
        throw InputError(Diagnostic::error(fmt::format("cannot look into {}: {}", folder.string(),
                                                       unknown.message()))
                             .remedy("choose another folder with -o"));
    make_output_folder(folder);
    const std::map<std::string, std::string> files{{"CMakeLists.txt", "CMakeLists.txt"},
                                                   {"testing.hpp", "testing.hpp"},
                                                   {kind + "/plugin.cpp", name + ".cpp"},
                                                   {kind + "/test.cpp", name + "_test.cpp"},
                                                   {kind + "/scene.yaml", "scene.yaml"}};
    for (const auto& [from, to] : files)
        write_file_whole(folder / to, filled(templates().at(from), words));
}

}  // namespace

int new_command(const Command& self, const Arguments& arguments) {
    Options options(self);
    options.positional("plugin", true);
    options.positional("KIND/NAME", true);
    options.add()("output,o", po::value<std::string>()->value_name("DIR"),
                  "folder to write (default: NAME)");
    if (!options.parse(arguments)) return 0;
    if (options.text("plugin") != "plugin")
        throw UsageError(fmt::format("sinew new makes plugins: sinew new {}", self.usage));

    const std::string id = options.text("KIND/NAME");
    const std::size_t slash = std::min(id.find('/'), id.size());
    const std::string kind = id.substr(0, slash);
    const std::string name = slash < id.size() ? id.substr(slash + 1) : "";
    const std::vector<std::string> kinds = kinds_of_plugins();
    if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
        throw UsageError(
            fmt::format("there is no kind '{}' of plugins; {}", kind, suggestion(kind, kinds)));
    if (!is_name(name))
        throw UsageError(
            fmt::format("'{}' is no name for a plugin: write {}/my_name with small "
                        "letters, digits and underscores",
                        name, kind));
    refuse_known(id);
    const std::string folder = options.text("output", name);
    write_plugin(kind, name, folder);
    std::cout << fmt::format(
        "wrote {0}/: CMakeLists.txt, {1}.cpp, {1}_test.cpp, testing.hpp, scene.yaml\n\n"
        "  cmake -S {0} -B {0}/build -DCMAKE_PREFIX_PATH=PREFIX && cmake --build {0}/build\n"
        "  SINEW_PLUGIN_PATH={0}/build sinew run {0}/scene.yaml\n\n"
        "PREFIX is where `cmake --install` has put Sinew.\n",
        folder, name);
    return 0;
}

}  // namespace sinew::tools
