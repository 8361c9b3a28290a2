#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <boost/core/demangle.hpp>
#include <boost/dll/shared_library.hpp>
#include <cerrno>
#include <sinew/kernel/library/condition.hpp>
#include <sinew/kernel/library/headers.hpp>
#include <sinew/kernel/library/library_file.hpp>

namespace sinew::detail {
namespace {

using boost::dll::shared_library;
namespace load_mode = boost::dll::load_mode;

const char* const rebuild =
    "rebuild the plugin against this Sinew: cmake --build FOLDER, the plugin's build folder, with "
    "--clean-first if that changes nothing";

/// The loader's own message, without the words that Boost puts around it.
std::string loader_message(const std::string& what) {
    const std::string opening = "(dlerror system message: ";
    const std::size_t begin = what.find(opening);
    if (begin == std::string::npos) return what;
    const std::size_t text = begin + opening.size();
    return what.substr(text, what.rfind(')') - text);
}

OpenedPlugin refused(std::string reason, std::string remedy) {
    return {nullptr, std::move(reason), std::move(remedy)};
}

OpenedPlugin refuse_unloadable(const std::string& message) {
    const std::string opening = "undefined symbol: ";
    if (const std::size_t found = message.find(opening); found != std::string::npos) {
        const std::size_t begin = found + opening.size();
        const std::string symbol =
            message.substr(begin, message.find_first_of(" ,)", begin) - begin);
        return refused(
            fmt::format("it needs the symbol {}, which neither this Sinew nor a library that it "
                        "links has",
                        boost::core::demangle(symbol.c_str())),
            "link the library that defines it (sinew_plugin(... LIBRARIES ...)), or " +
                std::string(rebuild));
    }
    return refused("the loader refuses it: " + message,
                   "install what it asks for, or " + std::string(rebuild));
}

const char* text_at(void* library, const char* symbol) {
    return static_cast<const char*>(dlsym(library, symbol));
}

const char* const header_of_every_plugin = "sinew/kernel/plugin/plugin.hpp";

/// The refusal if the library was compiled with other headers, else nothing. Reads data alone: no
/// function of the library is called.
OpenedPlugin refused_headers(const shared_library& library) {
    void* const handle = library.native();
    const char* const text = text_at(handle, "sinew_plugin_headers");
    if (!text)
        return refused(
            "it does not say which headers it was built with (symbol "
            "sinew_plugin_headers)",
            "build it with sinew_plugin(kind/name), or call sinew_stamp(target) in its "
            "CMakeLists.txt");
    const std::optional<Headers> headers = read_headers(text);
    if (!headers) return refused("its list of headers (sinew_plugin_headers) is damaged", rebuild);
    if (!headers->count(header_of_every_plugin))
        return refused(
            fmt::format("its list of headers (sinew_plugin_headers) lacks <{}>, which every plugin "
                        "includes",
                        header_of_every_plugin),
            "call sinew_stamp(target) after all sources of the target are named, and " +
                std::string(rebuild));
    // A library that only the plugin links is not seen by all.
    const auto of_host = [&](const std::string& name) {
        const std::string symbol = "sinew_" + name + "_headers";
        const char* const seen = text_at(RTLD_DEFAULT, symbol.c_str());
        return seen ? seen : text_at(handle, symbol.c_str());
    };
    const std::string mismatch = header_mismatch(*headers, of_host);
    if (mismatch.empty()) return {};
    return refused(
        "it was built with other headers: " + mismatch,
        std::string(rebuild) +
            "; if it is refused then too, the headers on disk are not those that Sinew's "
            "libraries were built with: install Sinew again");
}

/// Asks the library for its description, whatever that function does.
OpenedPlugin ask(shared_library& library) {
    using Entry = const PluginDescription*();
    const std::string remedy = "write SINEW_PLUGIN(Class, \"kind/name\", \"summary\") in it";
    if (!library.has("sinew_plugin"))
        return refused("it has no symbol sinew_plugin, which Sinew calls to know a plugin", remedy);
    if (OpenedPlugin other = refused_headers(library); !other.reason.empty()) return other;
    try {
        if (const auto* description = library.get<Entry>("sinew_plugin")())
            return {description, {}, {}};
        return refused("its sinew_plugin() returns nothing", remedy);
    } catch (const std::exception& error) {
        return refused(fmt::format("its sinew_plugin() throws: {}", error.what()), remedy);
    } catch (...) {
        return refused("its sinew_plugin() throws something that is no std::exception", remedy);
    }
}

/// Checks that the description is complete and that its id agrees with the file's name.
OpenedPlugin check_id(const PluginDescription& description, const std::string& id) {
    const std::string inside = description.id ? description.id : "";
    if (inside == id && description.params && description.read && description.create)
        return {&description, {}, {}};
    if (inside == id)
        return refused("its description lacks parameters, reader or factory", rebuild);
    const std::string kind = id.substr(0, id.find('/'));
    const std::string inside_kind = inside.substr(0, inside.find('/'));
    std::string file_name = inside;
    if (const auto slash = file_name.find('/'); slash != std::string::npos) file_name[slash] = '-';
    const std::string remedy =
        fmt::format("rename the file to {}.so, or write \"{}\" in its SINEW_PLUGIN", file_name, id);
    if (kind != inside_kind)
        return refused(
            fmt::format("its file's name says kind {} ({}), its description says kind {} "
                        "({})",
                        kind, id, inside_kind, inside),
            remedy);
    return refused(fmt::format("its file's name says {}, its description says {}", id, inside),
                   remedy);
}

/// Checks that scenes can be asked what the plugin's traits and refusals ask for.
OpenedPlugin check_declarations(const PluginDescription& description) {
    try {
        const std::string mistake = mistake_in_declarations(description);
        if (mistake.empty()) return {&description, {}, {}};
        return refused(mistake,
                       "write NAME=VALUE or NAME!=VALUE in the plugin, with a parameter's name: "
                       "\"strict if fast=true\" as a trait, .when = \"fast=true\" in a refusal");
    } catch (const std::exception& error) {
        return refused(fmt::format("its description of parameters throws: {}", error.what()),
                       rebuild);
    } catch (...) {
        return refused("its description of parameters throws something that is no std::exception",
                       rebuild);
    }
}

/// Libraries stay loaded until the process ends, after every object: nobody destroys this list.
void keep(const shared_library& library) {
    static auto* const loaded = new std::vector<shared_library>;
    loaded->push_back(library);
}

}  // namespace

OpenedPlugin open_plugin(const std::filesystem::path& file, const std::string& id,
                         Binding binding) {
    if (const std::string damage = library_damage(file); !damage.empty())
        return refused(damage, ::access(file.c_str(), R_OK) != 0 && errno == EACCES
                                   ? "allow it to be read (chmod a+r), and the folders above it to "
                                     "be entered"
                                   : "build or install it again");
    shared_library library;
    try {
        const auto bound = binding == Binding::at_load ? load_mode::rtld_now : load_mode::rtld_lazy;
        library.load(file.string(), bound | load_mode::rtld_local);
    } catch (const boost::system::system_error& error) {
        return refuse_unloadable(loader_message(error.what()));
    }
    keep(library);
    const OpenedPlugin opened = ask(library);
    if (!opened.description) return opened;
    const std::string mismatch = abi_mismatch(abi_stamp(), opened.description->abi);
    if (!mismatch.empty()) return refused("it was built for another world: " + mismatch, rebuild);
    const OpenedPlugin named = check_id(*opened.description, id);
    return named.description ? check_declarations(*named.description) : named;
}

}  // namespace sinew::detail
