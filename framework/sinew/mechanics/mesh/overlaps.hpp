/// Elements that take the same space twice, as far as their nodes tell.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <vector>

namespace sinew {

/// Empty if no two elements have the same corners, in whatever order; else the text of an error
/// with the number of such pairs and the first of their numbers.
std::string duplicate_defect(const VolumeMesh& mesh);

/// Warnings, each with a count and the first numbers: faces of three or more elements, and pairs of
/// elements that lie on the same side of a face which only they share. The elements are
/// right-handed.
std::vector<std::string> overlap_warnings(const VolumeMesh& mesh);

}  // namespace sinew
