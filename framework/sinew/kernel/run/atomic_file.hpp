/// Files that are either whole or not there.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sinew {

/// Writes beside `file` and renames into place, so that a reader, or a killed run, never sees half
/// of it. Throws ComputationError naming the file and the system's reason (disk full, say); what
/// stood there before is then untouched.
void write_file_whole(const std::filesystem::path& file, std::string_view content);

/// Throws the ComputationError of a file that could not be written: its name, the system's reason
/// for `error` (an errno) and what to do.
[[noreturn]] void fail_to_write(const std::filesystem::path& file, int error);

/// The name under which a file is written before it is renamed: in the same folder, and of this
/// process.
std::filesystem::path name_beside(const std::filesystem::path& file);

/// Removes from the folder what processes that have ended left at such names: they were killed
/// while they wrote. Call it where no process on another machine writes: under a FolderLock.
void remove_unfinished_files(const std::filesystem::path& folder);

/// Renames what was written at `name_beside(file)`; throws ComputationError as above.
void rename_into_place(const std::filesystem::path& file);

}  // namespace sinew
