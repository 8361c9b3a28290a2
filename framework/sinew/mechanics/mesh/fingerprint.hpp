/// Whether two meshes, or two files, are the same, by a few bytes: 16 hexadecimal digits.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <string_view>

namespace sinew {

/// Over all that a mesh holds: type, positions (bit by bit), elements, sets and arrays with their
/// names.
std::string fingerprint(const VolumeMesh& mesh);
std::string fingerprint(std::string_view bytes);
/// Over what the file holds. Throws InputError at the path's place if it cannot be read.
std::string fingerprint(const Path& file);

}  // namespace sinew
