#include "overwriting.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sinew/kernel/diagnostics/diagnostic.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/kernel/run/writable.hpp>

namespace sinew::tools {

std::string first_line(const std::filesystem::path& file) {
    std::string start(4096, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(start.data(), std::streamsize(start.size()));
    start.resize(std::size_t(stream.gcount()));
    return start.substr(0, start.find('\n'));
}

void refuse_to_overwrite(const std::filesystem::path& file, const std::filesystem::path& scene,
                         const OwnFile& own) {
    namespace fs = std::filesystem;
    const auto refuse = [&](const std::string& what, const std::string& remedy) {
        throw InputError(
            Diagnostic::error(fmt::format("{} {}", file.string(), what)).remedy(remedy));
    };
    const std::string another = "name another file by " + own.option;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    if (!is_there(folder) || !fs::is_directory(folder))
        refuse("cannot be written: there is no folder " + folder.string(), "make the folder first");
    if (is_there(file)) {
        std::error_code no_scene;
        if (!fs::is_regular_file(file))
            refuse("is no regular file", "name a file, not a folder or a device");
        if (fs::equivalent(file, scene, no_scene)) refuse("is the scene itself", another);
        if (!own.is_one(file))
            refuse("is there, and is nothing that Sinew wrote as " + own.kind,
                   "move it away, or " + another);
    }
    require_writable(file);
}

}  // namespace sinew::tools
