/// The shape in which a body is free of stress, where that moves in time.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <span>

namespace sinew {

/// Positions of a body's nodes in its rest shape, as a function of time.
class RestShape {
public:
    virtual ~RestShape() = default;
    /// x := positions of these nodes at time t [s], in the world [m], one a column.
    virtual void positions(double t, std::span<const int> nodes, Points& x) const = 0;
    /// Positions of the surface that the body carries in its rest shape, 3 x n_points [m]; empty if
    /// it goes with the nodes, or there is none.
    virtual Points surface(double /*t*/) const { return Points(3, 0); }
};

}  // namespace sinew
