/// Surfaces of polygons, as files hold them that are read here.
#pragma once

#include <istream>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <vector>

namespace sinew {

struct Polygons {
    Points positions;                     ///< 3 x n_points, in the file's unit
    std::vector<std::vector<int>> faces;  ///< three or more vertices each, from 0
};

/// Object File Format of Geomview: OFF, also with colours or normals (COFF, NOFF), which are
/// skipped. Throws InputError at the line where something is wrong.
Polygons read_off(std::istream& in, const std::string& name);

/// Wavefront OBJ: `v` and `f` (with negative numbers, too); texture coordinates, normals, groups
/// and materials are skipped. VTK's reader is not used, because it tears a surface apart wherever
/// texture coordinates have seams. Throws InputError at the line where something is wrong.
Polygons read_obj(std::istream& in, const std::string& name);

/// PLY (Stanford polygons): as text or binary in either order of bytes. Vertices are x, y and z of
/// the element `vertex`, polygons the list `vertex_indices` or `vertex_index` of `face`; all else
/// is skipped. VTK's reader is not used, because it believes the header and wraps large numbers
/// around. Throws InputError at the line, or naming the vertex or face, where something is wrong.
Polygons read_ply(std::istream& in, const std::string& name);

}  // namespace sinew
