/// The text of Abaqus' and CalculiX's .inp files.
#pragma once

#include <istream>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>
#include <string>
#include <vector>

namespace sinew {

struct AbaqusFile {
    VolumeMesh mesh;
    std::vector<std::string> warnings;
};

/// Throws InputError at the line where something is wrong.
AbaqusFile read_abaqus(std::istream& in, const std::string& name, const OpenIncluded& open);

}  // namespace sinew
