/// Places of points inside a volume mesh, by which a surface is carried along.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

namespace sinew {

/// One embedded point: nodes of an element and their weights (sum 1; barycentric in tets, trilinear
/// in hexes, quadratic in tet10). A point outside hangs on the nearest element with weights beyond
/// [0, 1].
struct Embedding {
    int element = -1;
    Eigen::VectorXi nodes;
    Eigen::VectorXd weights;
    bool inside = true;
};

std::vector<Embedding> embed(const VolumeMesh& mesh, const Points& points);

}  // namespace sinew
