/// The folder of the public meshes that tests read, if it is there.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <support/skip.hpp>

namespace sinew::test {

/// The file of that name in $SINEW_DATA, the folder of the public meshes. If it is not there, skips
/// the case and returns nothing.
inline std::optional<std::filesystem::path> data_file(const std::string& name) {
    const char* folder = std::getenv("SINEW_DATA");
    const std::filesystem::path file = std::filesystem::path(folder ? folder : "") / name;
    if (folder && std::filesystem::exists(file)) return file;
    skip(file.string() + " is not there (set SINEW_DATA to the folder of the public meshes)");
    return {};
}

}  // namespace sinew::test
