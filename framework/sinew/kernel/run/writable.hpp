/// Places for results that a command line names: one where nothing can be written is refused before
/// anything is computed.
#pragma once

#include <filesystem>

namespace sinew {

/// Makes the folder, and those above it. Throws InputError, with the system's reason, if nothing
/// can be written into it.
void make_output_folder(const std::filesystem::path& folder);

/// Throws InputError, with the system's reason, if the file cannot be written: it is a folder or a
/// device, or its folder is not there or shut. A disk that is full is not reported here: it may
/// have space once there is something to write.
void require_writable(const std::filesystem::path& file);

}  // namespace sinew
