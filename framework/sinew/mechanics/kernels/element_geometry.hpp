/// The geometry that elements in packs get from the positions of their nodes at rest.
#pragma once

#include <sinew/mechanics/kernels/element_output.hpp>
#include <sinew/mechanics/kernels/element_packs.hpp>
#include <sinew/mechanics/math/loop.hpp>

namespace sinew {

/// Gradients and weights at the quadrature points, for any positions.
struct ElementGeometry {
    std::vector<Eigen::MatrixX3d> reference;  ///< dN/dxi at the points
    Vector rule_weights;                      ///< of the points
    /// The node of the reference element that each of ElementPacks::nodes is, in the same order.
    std::vector<std::uint8_t> corners;
    double least_stretch = 0;  ///< see limit_stretch
    /// dX/dxi at the points of the elements when stretches were limited, lane after lane.
    std::vector<Eigen::Matrix3d> unmoved = {};

    /// From now on moved nodes leave each element this stretch at least, from these positions, in
    /// every direction: where they flatten it further or turn it inside out, it has the geometry
    /// with that stretch that is nearest. 0: there is no limit. Positions are of the nodes that
    /// `packs` counts, one a column [m].
    void limit_stretch(double least, const Eigen::Matrix3Xd& positions, const ElementPacks& packs);
    /// The outcome of a move to new positions.
    struct Moved {
        FirstBad bad;         ///< the first element that is turned inside out
        Index n_limited = 0;  ///< number of those that were limited
    };
    /// Gradients and weights of `packs` become those of its nodes at these positions.
    Moved move(const Eigen::Matrix3Xd& positions, ElementPacks& packs, Loop loop) const;

private:
    Eigen::Matrix3d jacobian(const Eigen::Matrix3Xd& positions, const ElementPacks& packs,
                             Index pack, int lane, int point) const;
};

}  // namespace sinew
