/// Loading a library in a process of its own first, to see whether that process lives.
#pragma once

#include <filesystem>
#include <string>

namespace sinew {

/// From now on each plugin that is not installed with Sinew is tried in a process of its own before
/// this process loads it. For commands that look at all plugins: one whose static constructor
/// aborts is then refused like any other. The installed ones are tested with Sinew, and twice the
/// time to load their libraries (VTK, OpenVDB, Gmsh) would be the price. A run loads what its scene
/// names, and EndGuard says which plugin ended it.
void try_libraries_apart();

namespace detail {

/// Tells how the process that loads the plugin and asks for its parameters ends, if it does so by
/// itself: by a signal, a call of exit(), or not within 10 s. Empty if the plugin can be opened or
/// refused here, or nobody asked for trials.
std::string end_of_trial(const std::filesystem::path& file, const std::string& id);

}  // namespace detail
}  // namespace sinew
