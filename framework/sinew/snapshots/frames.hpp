/// Frames of a run's results, read back.
#pragma once

#include <sinew/kernel/params/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew::frames {

/// One frame of a run: the nodes of a body at a time.
struct Frame {
    Points positions;     ///< 3 x n_nodes, where the nodes are [m]
    Points displacement;  ///< 3 x n_nodes [m]
};

/// A .vtu file. Throws InputError at the path's place.
Frame read_frame(const Path& path);

/// The files that a .pvd lists for one part, in order of time. Throws InputError at the path's
/// place if there are none.
std::vector<Path> files_of_pvd(const Path& path, int part);

}  // namespace sinew::frames
