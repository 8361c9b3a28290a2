/// The text of Vega's .veg and .bou files.
#pragma once

#include <istream>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/mesh/text_lines.hpp>
#include <string>
#include <vector>

namespace sinew {

struct VegaFile {
    VolumeMesh mesh;
    std::vector<std::string> warnings;
};

/// Throws InputError at the line where something is wrong. A file that was cut off is known by its
/// counts of vertices and elements, and behind these by a section without content or a material
/// without a region (a warning): what follows the elements has no counts.
VegaFile read_vega(std::istream& in, const std::string& name, const OpenIncluded& open);

/// Numbers of nodes, from 0 (the file counts from 1). Throws InputError for what is no number, or
/// not one of n_nodes.
std::vector<int> read_bou(std::istream& in, const std::string& name, Eigen::Index n_nodes);

}  // namespace sinew
