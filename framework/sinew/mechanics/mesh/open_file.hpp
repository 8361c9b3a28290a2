/// Opening files that a scene names.
#pragma once

#include <filesystem>
#include <fstream>
#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>

namespace sinew {

/// Throws InputError at the path's place if it is not there (naming files of the folder that are
/// called alike), is a folder, a device or a pipe, is empty or cannot be read.
void require_file(const Path& path);

/// The same, opened for reading.
std::ifstream open_file(const Path& path);

/// Opens what a file includes, relative to its folder.
OpenIncluded open_beside(const Path& path);

}  // namespace sinew
