/// Inverses of the entries of a diagonal, some of which may be missing.
#pragma once

#include <Eigen/Core>

namespace sinew {

/// 1/d of each entry that is positive, zero elsewhere.
template <class Real>
Eigen::VectorX<Real> inverse_of_positive(const Eigen::VectorX<Real>& d) {
    return d.unaryExpr([](Real value) { return value > 0 ? 1 / value : Real(0); });
}

}  // namespace sinew
