/// Handles of a rig in a trivial graph file (.tgf), as libigl's readTGF knows it: vertices
/// `id x y z`, a line `#`, edges `a b is_bone is_pseudo is_cage`. An edge of two columns is a bone.
/// Further columns of numbers are passed over; names and comments are refused.
#pragma once

#include <istream>

#include "skeleton_file.hpp"

namespace sinew {

struct TgfHandles {
    /// Parents before their children; all frames are the file's. Their numbers count the file's
    /// handles, first points in the order of vertices, then bones in the order of edges: motions
    /// and weights count them so.
    std::vector<Joint> joints;
    int n_points = 0, n_bones = 0;
    std::vector<std::string> warnings;
};

/// A bone edge is a bone named "a-b", with its joint at a; its parent is the bone that ends at a,
/// or at a vertex from which a pseudo edge leads to a. A vertex that no bone touches is a bone that
/// is a point, named "a"; cage edges join such points, and are left out, with a warning, where a
/// bone ends. Throws InputError at the line where something is wrong.
TgfHandles read_tgf(std::istream& in, const std::string& name);

}  // namespace sinew
