/// Fingerprints that tell whether two meshes, or two files, are the same: 16 hexadecimal digits.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <string>
#include <string_view>

namespace sinew {

/// Fingerprint of all that a mesh holds: type, positions (bit by bit), elements, sets and arrays
/// with their names.
std::string fingerprint(const VolumeMesh& mesh);
/// Fingerprint of the bytes of a text.
std::string fingerprint(std::string_view bytes);
/// Fingerprint of a file's content. Throws InputError at the path's place if it cannot be read.
std::string fingerprint(const Path& file);

}  // namespace sinew
