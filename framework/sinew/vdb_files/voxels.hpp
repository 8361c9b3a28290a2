/// Fields of a grid as OpenVDB's sparse voxels (.vdb).
#pragma once

#include <filesystem>
#include <sinew/mechanics/grid/grid_fields.hpp>

namespace sinew::vdb_files {

/// Writes each array as a grid of its name, in single precision: numbers that are not larger than
/// `threshold` in size are left out. `smoke` is named `density`, a fog volume, as renderers expect;
/// vectors are `vec3s`. Throws ComputationError if the file cannot be written.
void write_voxels(const std::filesystem::path& file, const Grid& grid,
                  const std::vector<GridArray>& arrays, double threshold);

}  // namespace sinew::vdb_files
