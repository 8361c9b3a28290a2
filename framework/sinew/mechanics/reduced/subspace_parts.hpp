/// The parts of a body in one linear subspace.
#pragma once

#include <sinew/mechanics/reduced/reduced_system.hpp>

namespace sinew {

/// The parts of any reduced body, and the basis.
struct SubspaceParts : ReducedParts {
    Eigen::MatrixXd U;  ///< 3 n_nodes x r, U'MU = I
};

}  // namespace sinew
