/// Dirichlet conditions of a system.
#pragma once

#include <sinew/mechanics/system/nodal_frames.hpp>
#include <vector>

namespace sinew {

/// Degrees of freedom whose motion is given at the present time (Dirichlet conditions).
struct Prescribed {
    std::vector<Index> dofs;  ///< their indices, ascending
    Vector q, v, a;     ///< their values and rates, one entry for each of `dofs`; units of State
    long revision = 0;  ///< changes when the set of degrees of freedom does
    /// Nodes whose three degrees of freedom are counted along axes of their own in `dofs`, `q`, `v`
    /// and `a`, though in the system's vectors they are the world's. The same throughout a run;
    /// NodalFrameSystem turns the vectors.
    NodalFrames frames;
};

}  // namespace sinew
