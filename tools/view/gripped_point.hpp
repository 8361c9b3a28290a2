/// The point of a body that the mouse takes hold of.
#pragma once

#include <sinew/mechanics/system/visual_points.hpp>

#include "ray.hpp"

namespace sinew::view {

struct GrippedPoint {
    MaterialPoint point;              ///< of body 0
    Eigen::Vector3d rest;             ///< in the world [m]
    bool is_on_visual = false;        ///< of the visual surface, else a node of the skin
    bool is_inside_elements = false;  ///< true for nodes, too

    /// Its position when the body's nodes are at `nodes`, 3 x n_nodes [m].
    Eigen::Vector3d at(const Points& nodes) const;
};

/// The node of the skin that is nearest to what a ray hit, with the nodes where they are now, 3 x
/// n_nodes [m].
GrippedPoint grip_node(const Body& body, const Points& nodes, const Hit& hit);

/// The point of the visual surface that a ray hit, with the surface's points where they are now, 3
/// x n [m]: the same point of the triangle at rest, embedded in the elements.
GrippedPoint grip_visual(const VisualSurface& visual, const Points& points, const Hit& hit);

}  // namespace sinew::view
