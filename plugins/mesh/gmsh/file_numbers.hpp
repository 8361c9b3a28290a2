/// Numbers in .msh and .mesh files that Gmsh would take for others: it reads many of them as 32-bit
/// integers and lets larger ones wrap around, reserves what a header promises, and takes a .mesh
/// that was cut off for whole.
#pragma once

#include <cstdint>
#include <istream>
#include <string>

namespace sinew {

/// Result of checking a file before Gmsh reads it.
struct FileNumbers {
    std::int64_t n_nodes = 0;  ///< that the file holds; 0 if it does not say
};

/// Throws InputError at the line of a number in a list of elements, or of a count, that is larger
/// than 2^31 - 1, of a count that the rest of the file cannot hold, and for a section of a .mesh
/// that holds less than it promises. `is_medit` tells a text file of Medit (.mesh) from Gmsh's own
/// (.msh, as text or binary, versions 2 and 4).
FileNumbers check_file_numbers(std::istream& in, const std::string& name, bool is_medit);

}  // namespace sinew
