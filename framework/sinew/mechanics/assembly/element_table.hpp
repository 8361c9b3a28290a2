/// The elements of a mesh as packs of eight, with what assembly needs of their geometry.
#pragma once

#include <sinew/mechanics/kernels/element_geometry.hpp>
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
    /// ElementGeometry::limit_stretch of these elements.
    void limit_stretch(double least, const Points& positions) {
        geometry_.limit_stretch(least, positions, *this);
    }
    double least_stretch() const { return geometry_.least_stretch; }
    const ElementGeometry& geometry() const { return geometry_; }
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
    ElementGeometry geometry_;
    Index n_limited_ = 0;
};

}  // namespace sinew
