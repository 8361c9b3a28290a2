/// Numbers in .msh and .mesh files that Gmsh would take for others: it reads many of them as 32-bit
/// integers and lets larger ones wrap around, and it reserves what a header promises.
#pragma once

#include <istream>
#include <string>

namespace sinew {

/// Throws InputError at the line of a number in a list of elements, or of a count, that is larger
/// than 2^31 - 1, and of a count that the rest of the file cannot hold. `is_medit` tells a text
/// file of Medit (.mesh) from Gmsh's own (.msh, as text or binary, versions 2 and 4).
void check_file_numbers(std::istream& in, const std::string& name, bool is_medit);

}  // namespace sinew
