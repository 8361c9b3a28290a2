/// What `sinew info` prints of one file.
#pragma once

#include <filesystem>

namespace sinew::tools {

/// Keys of an archive (a checkpoint, say), with the sort and shape of what they hold.
void print_archive(const std::filesystem::path& file);

/// A mesh, read by the plugin that knows files of that ending: counts, sets, arrays, size, quality.
/// Throws InputError if none does.
void print_mesh(const std::filesystem::path& file);

}  // namespace sinew::tools
