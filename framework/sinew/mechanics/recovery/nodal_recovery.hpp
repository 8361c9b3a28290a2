/// Values at nodes from those at integration points, where they are most accurate: superconvergent
/// patch recovery.
///
/// Around each vertex of the mesh a polynomial of the degree of the displacements is fitted, by
/// least squares, to the values at the sampling points of the elements of one material: the
/// centroid of hex8 (with its mean), the integration points of tet4 and tet10. A patch of few
/// elements, at the boundary, takes in its neighbours. At a vertex the value is that of its own
/// polynomial, at the middle of an edge the mean of the polynomials of both ends.
///
/// Zienkiewicz & Zhu, The superconvergent patch recovery and a posteriori error estimates, part 1,
/// Int. J. Numer. Meth. Engng 33, 1992.
#pragma once

#include <array>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/recovery/material_patches.hpp>
#include <sinew/mechanics/system/point_fields.hpp>

namespace sinew {

/// Recovers values on the nodes of one body. The patches of its materials are found once.
class NodalRecovery {
public:
    /// The body outlives it.
    explicit NodalRecovery(const Body& body);

    const MaterialPatches& patches() const { return patches_; }

    /// Values at the nodes, k x n_nodes, of k x n values at the integration points `points`.
    Eigen::MatrixXd at_nodes(const PointFields& points, const Eigen::MatrixXd& values) const;
    /// Values at some corners, k x corners.size(): polynomials are fitted for these alone.
    Eigen::MatrixXd at_corners(const PointFields& points, const Eigen::MatrixXd& values,
                               const std::vector<int>& corners) const;
    /// The corners of a node and the shares of the volume around it that they have: the value at a
    /// node is their mean by volume.
    std::vector<std::pair<int, double>> shares(int node) const;

private:
    bool is_vertex(int corner) const;
    std::array<int, 2> ends_of_edge(int corner) const;

    const VolumeMesh& mesh_;
    MaterialPatches patches_;
    Eigen::VectorXd volume_;  ///< around each corner [m^3]
};

}  // namespace sinew
