#include <fmt/format.h>

#include <sinew/kernel/diagnostics/nearest.hpp>
#include <sinew/kernel/diagnostics/special_file.hpp>
#include <sinew/mechanics/mesh/open_file.hpp>
#include <system_error>

namespace sinew {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void not_there(const SourceMark& place, const fs::path& file,
                            const std::string& written) {
    const fs::path folder = file.parent_path();
    std::error_code error;
    if (!fs::is_directory(folder, error))
        throw InputError(place, fmt::format("there is no file '{}'", written),
                         fmt::format("nor a folder '{}'", folder.string()));
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder, error))
        names.push_back(entry.path().filename().string());
    const std::vector<std::string> near = nearest(file.filename().string(), names, 1);
    throw InputError(
        place, fmt::format("there is no file '{}'", written),
        near.empty() ? fmt::format("looked in '{}'; paths are relative to the file that names them",
                                   folder.string())
                     : fmt::format("did you mean '{}'?", near.front()));
}

void require(const SourceMark& place, const fs::path& file, const std::string& written) {
    std::error_code error;
    if (!fs::exists(file, error)) not_there(place, file, written);
    if (fs::is_directory(file, error))
        throw InputError(place, fmt::format("'{}' is a folder, not a file", written),
                         "name the file inside it");
    if (const std::string kind = special_file(file); !kind.empty())
        throw InputError(place, fmt::format("'{}' is not a regular file but {}", written, kind),
                         "what a scene names is read from files, not from devices or pipes");
    if (fs::file_size(file, error) == 0 && !error)
        throw InputError(place, fmt::format("the file '{}' is empty", written),
                         "it may have been cut off: copy or export it again");
}

}  // namespace

void require_file(const Path& path) {
    require(path.mark, path.absolute, path.written);
    if (!std::ifstream(path.absolute))
        throw InputError(path.mark, fmt::format("the file '{}' cannot be read", path.written),
                         "may this user read it?");
}

std::ifstream open_file(const Path& path) {
    require_file(path);
    return std::ifstream(path.absolute, std::ios::binary);
}

OpenIncluded open_beside(const Path& path) {
    return [path](const std::string& written, std::string& name) {
        const fs::path file = path.beside(written).absolute;
        require(path.mark, file, written);
        name = written;
        return std::make_unique<std::ifstream>(file, std::ios::binary);
    };
}

}  // namespace sinew
