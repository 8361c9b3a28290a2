/// Whether two meshes are the same, by a few bytes.
#pragma once

#include <sinew/mechanics/mesh/mesh.hpp>
#include <string>

namespace sinew {

/// 16 hexadecimal digits over all that a mesh holds: type, positions (bit by bit), elements, sets
/// and arrays with their names.
std::string fingerprint(const VolumeMesh& mesh);

}  // namespace sinew
