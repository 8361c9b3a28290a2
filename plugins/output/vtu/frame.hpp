/// One file of a series: geometry and arrays, written whole.
#pragma once

#include <filesystem>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <vector>

namespace sinew::vtu {

enum class On { points, cells };

/// Values of one field: components x n.
struct FieldData {
    std::string name;
    std::string unit;  ///< "" for pure numbers
    On on = On::points;
    Eigen::MatrixXd values;
};

struct IntegerField {
    std::string name;
    On on = On::cells;
    std::vector<int> values;
    std::vector<std::string> meanings;  ///< of 1, 2, ... ; written beside as <name>_names
};

struct FrameData {
    double time = 0;  ///< [s]
    Points points;    ///< where they are now [m]
    std::vector<FieldData> fields;
    std::vector<IntegerField> integers;
};

/// Elements as unstructured grid (.vtu). `cells` is nodes x n. Binary, compressed, in double
/// precision. Throws ComputationError with the system's reason if the file cannot be written.
void write_volume(const std::filesystem::path& file, ElementType type, const Eigen::MatrixXi& cells,
                  const FrameData& frame);

/// Triangles as polygons (.vtp); as above.
void write_surface(const std::filesystem::path& file, const Eigen::MatrixXi& triangles,
                   const FrameData& frame);

/// The points alone, each a vertex (.vtp); as above.
void write_points(const std::filesystem::path& file, const FrameData& frame);

}  // namespace sinew::vtu
