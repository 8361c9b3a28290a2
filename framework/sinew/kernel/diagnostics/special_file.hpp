/// Files that are no files: what a scene or the command line names is read from regular ones.
#pragma once

#include <filesystem>
#include <string>

namespace sinew {

/// "a device", "a pipe" or "a socket" for a name that stands for one: reading it may wait for ever
/// or never end. Empty for a regular file, a folder, and what is not there.
std::string special_file(const std::filesystem::path& file);

/// True if the name stands for something. Throws InputError, with the system's reason, if nobody
/// can tell: a folder on the way may not be entered, say, or the name is too long.
bool is_there(const std::filesystem::path& file);

}  // namespace sinew
