/// The elements of a mesh as packs of eight, with what assembly needs of their geometry.
#pragma once

#include <sinew/mechanics/kernels/element_output.hpp>
#include <sinew/mechanics/kernels/element_packs.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// Elements are taken along a space-filling curve, so that neighbours in the table are neighbours
/// in space, and each element's nodes by ascending number, so that a pair of its nodes has the same
/// order everywhere. Gradients come with that order.
struct ElementTable : ElementPacks {
    /// `quadrature_degree`: see `quadrature`.
    ElementTable(const VolumeMesh& mesh, int quadrature_degree);

    /// Gradients and weights become those of the same elements with nodes at other positions at
    /// rest, 3 x n_mesh_nodes [m]. Returns the first element that is turned inside out there.
    FirstBad move_nodes(const Points& positions);
    /// From now on moved nodes leave each element this stretch at least, from these positions, in
    /// every direction: where they flatten it further or turn it inside out, it has the geometry
    /// with that stretch that is nearest. 0: there is no limit.
    void limit_stretch(double least, const Points& positions);
    double least_stretch() const { return least_stretch_; }
    /// Number of elements that were limited when nodes were moved last.
    Index n_limited() const { return n_limited_; }

    ElementType type;
    int n_mesh_nodes;         ///< nodes of the whole mesh
    Eigen::Matrix3Xd points;  ///< the quadrature points in the reference element

    std::vector<int> element_at;   ///< mesh element of each position in the table
    std::vector<int> position_of;  ///< and back

    /// The mesh with its elements (and their arrays and sets) in the table's order, to which a
    /// material binds its law.
    VolumeMesh reordered(const VolumeMesh& mesh) const;

private:
    std::vector<Eigen::MatrixX3d> reference_;  ///< dN/dxi at the points
    Eigen::VectorXd rule_weights_;             ///< of the points
    /// Which node of the reference element each of `nodes` is, in the same order.
    std::vector<std::uint8_t> corners_;
    double least_stretch_ = 0;
    /// dX/dxi at the points of the elements when stretches were limited, lane after lane.
    std::vector<Eigen::Matrix3d> unmoved_;
    Index n_limited_ = 0;

    Eigen::Matrix3d jacobian(const Points& positions, Index pack, int lane, int point) const;
};

}  // namespace sinew
