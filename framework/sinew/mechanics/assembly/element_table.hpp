/// The elements of a mesh as packs of eight, with what assembly needs of their geometry.
#pragma once

#include <cstdint>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// Elements are taken along a space-filling curve, so that neighbours in the table are neighbours
/// in space, and each element's nodes by ascending number, so that a pair of its nodes has the same
/// order everywhere. Gradients come with that order. Lanes past the last element repeat it.
struct ElementTable {
    /// `quadrature_degree`: see `quadrature`.
    ElementTable(const VolumeMesh& mesh, int quadrature_degree);

    ElementType type;
    int n_nodes_each;         ///< nodes per element
    int n_points;             ///< quadrature points per element
    int n_mesh_nodes;         ///< nodes of the whole mesh
    int n_elements;           ///< without the repeated lanes
    int n_packs;              ///< packs of eight elements
    Eigen::Matrix3Xd points;  ///< the quadrature points in the reference element

    std::vector<int> element_at;   ///< mesh element of each position in the table
    std::vector<int> position_of;  ///< and back
    /// Node a of lane l of pack p: nodes[(p n_nodes_each + a) 8 + l].
    std::vector<std::int32_t> nodes;
    /// dN_a/dX_j [1/m] of nodes 1 ... (node 0 has minus their sum):
    /// gradients[((p n_points + q) (n_nodes_each - 1) + a - 1) 3 + j].
    std::vector<Pack> gradients;
    /// Weight times det dX/dxi [m^3]: weights[p n_points + q].
    std::vector<Pack> weights;

    /// Nodes of a pack: 8 lanes a local node.
    const std::int32_t* pack_nodes(Index pack) const {
        return nodes.data() + pack * n_nodes_each * Pack::lanes;
    }
    /// Gradients [1/m] of a pack at a quadrature point, 3 a local node from 1 on.
    const Pack* pack_gradients(Index pack, int point) const {
        return gradients.data() + (pack * n_points + point) * (n_nodes_each - 1) * 3;
    }
    /// Weight times det dX/dxi of a pack at a quadrature point [m^3].
    Pack weight(Index pack, int point) const {
        return weights[std::size_t(pack * n_points + point)];
    }
    /// Lanes of a pack that hold elements of their own.
    int lanes(Index pack) const { return int(std::min<Index>(8, n_elements - 8 * pack)); }

    /// The mesh with its elements (and their arrays and sets) in the table's order, to which a
    /// material binds its law.
    VolumeMesh reordered(const VolumeMesh& mesh) const;
};

}  // namespace sinew
