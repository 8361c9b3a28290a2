/// A grid with its fields as VTK's image data (.vti).
#pragma once

#include <filesystem>
#include <sinew/mechanics/grid/grid.hpp>
#include <string>
#include <vector>

namespace sinew::vti {

/// A named array over the nodes or the cells, of one or three components.
struct Array {
    std::string name, unit;
    bool on_nodes = false;
    std::vector<const Vector*> components;  ///< they outlive the writing
};

/// Writes the arrays in single precision, compressed. Throws ComputationError with the system's
/// reason if the file cannot be written.
void write_image(const std::filesystem::path& file, const Grid& grid,
                 const std::vector<Array>& arrays, double time);

}  // namespace sinew::vti
