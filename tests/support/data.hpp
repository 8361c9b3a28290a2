/// Where the public meshes that tests read are, if they are there.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <optional>
#include <string>

namespace sinew::test {

/// The file of that name below $SINEW_DATA, or below <repository>/../shared/data. If it is not
/// there, says "SKIPPED: ..." on the output (which ctest sees) and returns nothing.
inline std::optional<std::filesystem::path> data_file(const std::string& name) {
    const char* given = std::getenv("SINEW_DATA");
    const std::filesystem::path folder =
        given ? std::filesystem::path(given)
              : std::filesystem::path(SINEW_SOURCE_DIR) / ".." / "shared" / "data";
    const std::filesystem::path file = folder / name;
    if (std::filesystem::exists(file)) return file;
    std::cout << "SKIPPED: " << file.string() << " is not there (set SINEW_DATA)" << std::endl;
    return {};
}

}  // namespace sinew::test
