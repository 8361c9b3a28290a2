/// The memory that a mesh of many cells will need, before it is made.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>

namespace sinew {

/// Counts of a mesh that is to be made.
struct MeshCounts {
    double cells = 0;
    double nodes = 0;              ///< corners of the cells
    double elements_per_cell = 1;  ///< of tetrahedra, more than one
    ElementType type = ElementType::hex8;
};

/// Memory that a body of such a mesh needs at least [bytes]: its nodes and elements, twice while
/// the mesh is made, and the entries of its tangent. A factor of the tangent comes on top of it.
double least_memory_of(const MeshCounts& counts);

/// Throws ComputationError with the counts if that is more than this process can have now.
/// `fewer`: the parameters that make fewer cells, "`cells`".
void require_memory(const MeshCounts& counts, const std::string& fewer);

/// Throws ComputationError if `bytes` are more than this process can have now. `what` needs them at
/// least: "a grid of 5e7 cells".
void require_memory(double bytes, const std::string& what, const std::string& remedy);

}  // namespace sinew
