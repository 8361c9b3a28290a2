/// Archives as HDF5 files: checkpoints, and what is computed ahead.
///
/// A key "solver/beam/q" is the data set q in the group solver/beam; numbers are 64-bit floats,
/// integers 64-bit, texts strings. The root's attributes hold `format` ("sinew archive"),
/// `format_version`, `sinew_version` and a hash of the content.
#pragma once

#include <filesystem>
#include <sinew/kernel/run/archive.hpp>
#include <string>

namespace sinew {

/// Writes beside `file` and renames into place: the file is whole or not there. Throws
/// ComputationError with the system's reason (disk full) if it cannot be written.
void write_archive(const std::filesystem::path& file, const Archive& archive);

/// Throws InputError if the file is not there, is no HDF5 file, is cut off, is no archive of Sinew,
/// is of another format version, or does not hold what was written (a flipped bit).
Archive read_archive(const std::filesystem::path& file);

/// The version of Sinew that wrote the file; throws as `read_archive` does.
std::string archive_writer(const std::filesystem::path& file);

}  // namespace sinew
