/// Number of elements that a text file of Medit promises: Gmsh takes a file that was cut off for
/// whole.
#pragma once

#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>

namespace sinew {

/// The number after `keyword` ("Tetrahedra"), which stands first in a line, the number behind it or
/// in the next; none if the file has no such line.
inline std::optional<long> medit_count(const std::filesystem::path& file,
                                       const std::string& keyword) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);) {
        std::istringstream words(line);
        std::string first;
        if (!(words >> first) || first != keyword) continue;
        long count = 0;
        if (words >> count || stream >> count) return count;
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace sinew
