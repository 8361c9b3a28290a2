/// Elements in packs of eight, with what kernels need of their geometry.
#pragma once

#include <algorithm>
#include <cstdint>
#include <sinew/mechanics/math/pack.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

/// Element e is lane e % 8 of pack e / 8. Lanes past the last element repeat it.
struct ElementPacks {
    int n_nodes_each = 0;  ///< nodes per element
    int n_points = 0;      ///< quadrature points per element
    int n_elements = 0;    ///< without the repeated lanes
    int n_packs = 0;       ///< packs of eight elements

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
};

}  // namespace sinew
