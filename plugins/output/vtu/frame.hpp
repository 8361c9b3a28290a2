/// One file of a series: geometry and arrays, written whole.
#pragma once

#include <filesystem>
#include <sinew/mechanics/output/frame_data.hpp>

namespace sinew::vtu {

/// Elements as unstructured grid (.vtu). `cells` is nodes x n. Binary, compressed, in double
/// precision. Throws ComputationError with the system's reason if the file cannot be written.
void write_volume(const std::filesystem::path& file, ElementType type, const Eigen::MatrixXi& cells,
                  const output::FrameData& frame);

/// Triangles as polygons (.vtp); as above.
void write_surface(const std::filesystem::path& file, const Eigen::MatrixXi& triangles,
                   const output::FrameData& frame);

/// The points alone, each a vertex (.vtp); as above.
void write_points(const std::filesystem::path& file, const output::FrameData& frame);

}  // namespace sinew::vtu
