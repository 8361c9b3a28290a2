/// The elements of a mesh as packs of eight, with what assembly needs of their geometry.
#pragma once

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

    ElementType type;
    int n_mesh_nodes;         ///< nodes of the whole mesh
    Eigen::Matrix3Xd points;  ///< the quadrature points in the reference element

    std::vector<int> element_at;   ///< mesh element of each position in the table
    std::vector<int> position_of;  ///< and back

    /// The mesh with its elements (and their arrays and sets) in the table's order, to which a
    /// material binds its law.
    VolumeMesh reordered(const VolumeMesh& mesh) const;
};

}  // namespace sinew
