/// A skin node inside a body, and where it has to go.
#pragma once

#include <array>
#include <sinew/mechanics/coupling/moving_skin.hpp>

#include "pair_slope.hpp"

namespace sinew {

struct SkinHit {
    int body = 0, node = 0;          ///< a node's number in skin.nodes
    int other = 0;                   ///< body
    MovingSkin::SurfacePoint place;  ///< of its skin, that the node is drawn to
    int element = -1;  ///< of the other, which holds the node; its shape at rest leads there
    Eigen::Vector4d weights = Eigen::Vector4d::Zero();    ///< of the element's nodes
    Eigen::Vector3d to_target = Eigen::Vector3d::Zero();  ///< d [m]
    double share = 1;                                     ///< of its stiffness, by the ramp
    bool is_held = false;                                 ///< its place stays where it is
    Eigen::Matrix3d stiffness = Eigen::Matrix3d::Zero();  ///< K [N/m], of pairs that are kept
    PairSlope slope = PairSlope::Zero();                  ///< of its forces [N/m]
    PairPoints found_at = PairPoints::Zero();             ///< where they were found [m]

    /// d where the node and the corners of its place are.
    Eigen::Vector3d way(const PairPoints& at) const {
        return at.rightCols<3>() * place.weights - at.col(0);
    }
    /// Hits are in the order of this.
    std::array<int, 3> key() const { return {body, other, node}; }
};

}  // namespace sinew
