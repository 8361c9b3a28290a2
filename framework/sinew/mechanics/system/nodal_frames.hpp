/// Coordinate systems of nodes, in which skew Dirichlet conditions are along axes.
#pragma once

#include <algorithm>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

/// The axes of one node whose degrees of freedom are its displacement.
struct NodalFrame {
    Index first;           ///< the first of the node's three degrees of freedom
    Eigen::Matrix3d axes;  ///< its columns: orthonormal, in the world
};

/// The nodes whose axes are not the world's, by rising degree of freedom.
using NodalFrames = std::vector<NodalFrame>;

/// The frame of the node whose degrees of freedom begin there; nullptr if it has the world's axes.
inline const NodalFrame* frame_at(const NodalFrames& frames, Index first) {
    const auto found =
        std::lower_bound(frames.begin(), frames.end(), first,
                         [](const NodalFrame& frame, Index at) { return frame.first < at; });
    return found != frames.end() && found->first == first ? &*found : nullptr;
}

/// Turns columns over all degrees of freedom, in place, from the world's axes to those of nodes.
template <class Columns>
void to_nodal_axes(const NodalFrames& frames, Columns& x) {
    for (const NodalFrame& frame : frames) {
        auto rows = x.template middleRows<3>(frame.first);
        rows = (frame.axes.transpose() * rows).eval();
    }
}

/// The same back.
template <class Columns>
void to_world_axes(const NodalFrames& frames, Columns& x) {
    for (const NodalFrame& frame : frames) {
        auto rows = x.template middleRows<3>(frame.first);
        rows = (frame.axes * rows).eval();
    }
}

}  // namespace sinew
