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
    /// Tells one by its first 4096 bytes, or all of a shorter one.
    std::function<bool(const std::string& start)> is_one;
};

/// Throws InputError unless the command may write the file: there is none, or one of its kind, it
/// is not the scene, and the system allows it.
void refuse_to_overwrite(const std::filesystem::path& file, const std::filesystem::path& scene,
                         const OwnFile& own);

}  // namespace sinew::tools
