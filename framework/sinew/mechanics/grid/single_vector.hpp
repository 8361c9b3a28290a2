/// Numbers in single precision, for preconditioners: half as much memory to move.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// A column of numbers of any length in single precision.
using SingleVector = Eigen::VectorXf;

}  // namespace sinew
