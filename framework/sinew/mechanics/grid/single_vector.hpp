/// Numbers in single precision, for preconditioners: half as much memory to move.
#pragma once

#include <Eigen/Core>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// A column of numbers of any length in single precision.
using SingleVector = Eigen::VectorXf;

/// 1/d of each entry that is positive, zero elsewhere.
inline SingleVector inverse_of_positive(const SingleVector& d) {
    return d.unaryExpr([](float value) { return value > 0 ? 1 / value : 0.0F; });
}

}  // namespace sinew
