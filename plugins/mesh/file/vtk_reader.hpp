/// Meshes and surfaces through VTK.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>

#include "polygons.hpp"

namespace sinew {

/// Reads a file with VTK's reader for that extension (with its dot: .vtu, .vtp, .vtk, .stl), in a
/// process of its own (vtk_files::read_apart). Cells of three dimensions make a volume with its
/// node and element arrays, else polygons a surface. Throws InputError naming `name` and what is
/// wrong.
MeshData read_with_vtk(const std::string& path, const std::string& extension,
                       const std::string& name);

/// Polygons cut into triangles by their ears, so that concave ones stay whole.
SurfaceMesh triangulate(const Polygons& polygons);

}  // namespace sinew
