/// A mesh of tetrahedra as an artifact holds it.
#pragma once

#include <sinew/kernel/run/archive.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>

namespace sinew {

/// Positions, elements and sets of elements.
Archive packed(const VolumeMesh& mesh);
/// Throws ComputationError if the archive holds no mesh.
VolumeMesh unpacked(const Archive& archive);

}  // namespace sinew
