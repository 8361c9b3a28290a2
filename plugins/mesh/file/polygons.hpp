/// Surfaces of polygons, as text files hold them.
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

}  // namespace sinew
