/// How far out of a tetrahedron the skin around it is.
#pragma once

#include <algorithm>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/mesh/box_tree.hpp>

namespace sinew {

/// Each node of a mesh with the node of the skin that is nearest to it at rest.
///
/// By a corner of a tetrahedron and that corner's node of the skin a place in it gets out, through
/// the tissue that it is in, however that is bent or turned inside out by now. What has come in
/// through a place that is farther away than by any corner has gone beyond the middle of a part
/// three or more elements thick within a step; far likelier that place belongs to something else.
/// In tissue of one or two layers every place is near enough.
class SkinReach {
public:
    /// `skin_places`: a tree over the places at rest of body.skin.nodes.
    SkinReach(const Body& body, const BoxTree& skin_places);

    /// The longest of those ways from x, in an element, where position_of says that nodes of the
    /// mesh are [m].
    template <class Nodes, class PositionOf>
    double from(const Eigen::Vector3d& x, const Nodes& element, PositionOf&& position_of) const {
        double longest = 0;
        for (const int node : element) {
            const Eigen::Vector3d corner = position_of(node);
            const Eigen::Vector3d out = position_of(nearest_[std::size_t(node)]);
            longest = std::max(longest, (x - corner).norm() + (corner - out).norm());
        }
        return longest;
    }

private:
    std::vector<int> nearest_;  ///< nodes of the skin, of each node of the mesh
};

}  // namespace sinew
