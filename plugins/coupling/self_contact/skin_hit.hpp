/// A skin node inside a body, and where it has to go.
#pragma once

#include <array>

#include "rest_skin.hpp"

namespace sinew {

struct SkinHit {
    int body, node;                                       ///< a node's number in skin.nodes
    int other;                                            ///< body
    int element;                                          ///< of that, which holds the node
    Eigen::Vector4d weights;                              ///< of its nodes there
    RestSkin::Place place;                                ///< of its skin
    Eigen::Vector3d to_target;                            ///< d [m]
    double share;                                         ///< of its stiffness, by the ramp
    bool is_held = false;                                 ///< its place stays where it is
    Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero();  ///< K [N/m], of pairs that are kept
    Eigen::Matrix3d slope = Eigen::Matrix3d::Zero();      ///< of its force, as d changes [N/m]

    /// Hits are in the order of this.
    std::array<int, 3> key() const { return {body, other, node}; }
};

}  // namespace sinew
