/// sinew info for Exodus II files.
#pragma once

#include <filesystem>

namespace sinew::results {

/// Prints mesh, sets, times and, at the last of them, fields to standard output. The library reads
/// in a process of its own, since a damaged file can bring it down. Throws InputError if it is no
/// such file, or damaged.
void print_exodus(const std::filesystem::path& file);

}  // namespace sinew::results
