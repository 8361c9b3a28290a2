/// Meshes as bytes and back, for what is read in a process of its own.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <string_view>

namespace sinew {

/// The mesh as bytes for another process of this program.
std::string to_bytes(const MeshData& mesh);

/// The mesh again. Throws std::runtime_error if the bytes are not whole.
MeshData mesh_of_bytes(std::string_view bytes);

}  // namespace sinew
