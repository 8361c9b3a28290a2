/// Archives as HDF5 files: checkpoints, and what is computed ahead.
///
/// A key "solver/beam/q" is the data set q in the group solver/beam; numbers are 64-bit floats,
/// integers 64-bit, texts strings. The first 512 bytes (HDF5's user block) are text: what the file
/// is, its length and a hash, so that damage is found (archive_header.hpp).
#pragma once

#include <filesystem>
#include <sinew/kernel/run/archive.hpp>
#include <string>

namespace sinew {

/// Writes beside `file` and renames into place: the file is whole or not there. Throws
/// ComputationError with the system's reason (disk full) if it cannot be written.
void write_archive(const std::filesystem::path& file, const Archive& archive);

/// Throws InputError if the file is not there, is no archive of Sinew, is of another format
/// version, is cut off, or does not hold what was written (a flipped bit).
Archive read_archive(const std::filesystem::path& file);

/// The version of Sinew that wrote the file; throws as `read_archive` does.
std::string archive_writer(const std::filesystem::path& file);

}  // namespace sinew
