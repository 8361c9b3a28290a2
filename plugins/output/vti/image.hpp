/// A grid with its fields as VTK's image data (.vti).
#pragma once

#include <filesystem>
#include <sinew/mechanics/grid/grid_fields.hpp>
#include <vector>

namespace sinew::vti {

/// Writes the arrays in single precision, compressed. Throws ComputationError with the system's
/// reason if the file cannot be written.
void write_image(const std::filesystem::path& file, const Grid& grid,
                 const std::vector<GridArray>& arrays, double time);

}  // namespace sinew::vti
