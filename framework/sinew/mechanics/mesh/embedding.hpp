/// Embedding of points in a volume mesh, by which a surface follows its deformation.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// One embedded point: nodes of an element and their weights (sum 1; barycentric in tets, trilinear
/// in hexes, quadratic in tet10). A point outside is embedded in the nearest element with weights
/// beyond [0, 1].
struct Embedding {
    int element = -1;         ///< of the mesh
    Eigen::VectorXi nodes;    ///< of the element, as many as weights
    Eigen::VectorXd weights;  ///< sum 1
    bool inside = true;       ///< in its element, to a small tolerance
};

/// Embeds points (3 x n, in the frame of the mesh [m]), one after the other.
std::vector<Embedding> embed(const VolumeMesh& mesh, const Points& points);

}  // namespace sinew
