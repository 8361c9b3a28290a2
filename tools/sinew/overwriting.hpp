/// Files of one kind, which give way to new ones of their kind alone.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace sinew::tools {

/// A kind of files that a command writes.
struct OwnFile {
    std::string option;  ///< that names one: "--record"
    std::string kind;    ///< "a record of pulls"
    std::function<bool(const std::filesystem::path& file)> is_one;
};

/// The first line of a file, or 4096 bytes of a longer one.
std::string first_line(const std::filesystem::path& file);

/// Throws InputError unless the command may write the file: there is none, or one of its kind, it
/// is not the scene, and the system allows it.
void refuse_to_overwrite(const std::filesystem::path& file, const std::filesystem::path& scene,
                         const OwnFile& own);

}  // namespace sinew::tools
