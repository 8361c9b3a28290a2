/// Bounded biharmonic weights from handles.
#pragma once

#include <Eigen/Core>
#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <vector>

#include "handles.hpp"

namespace sinew::bbw {

struct Minimum {
    Eigen::MatrixXd weights;            ///< n_nodes x n_bones, in [0, 1], rows not yet of sum one
    std::vector<std::int64_t> steps;    ///< factorisations, one a bone
    std::vector<double> errors;         ///< of the conditions of optimality, over Q_ii, one a bone
    std::vector<std::int64_t> unended;  ///< bones whose minimum was not found
};

/// `holder`: the bone that holds each node, -1 where none does; every connected piece of the mesh
/// has a node that is constrained. A bone that holds nothing has no weight. `cage`: nodes that two
/// hold together. Bits do not depend on the number of threads.
Minimum minimise(const VolumeMesh& tets, const std::vector<int>& holder,
                 const std::vector<OnCage>& cage, int n_bones);

}  // namespace sinew::bbw
