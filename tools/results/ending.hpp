/// Endings of files, by which readers are chosen.
#pragma once

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>

namespace sinew::results {

/// The ending of the file's name with its dot, in small letters: ".vtu" of RESULT.VTU, too.
inline std::string ending_of(const std::filesystem::path& file) {
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return char(std::tolower(c)); });
    return ending;
}

}  // namespace sinew::results
