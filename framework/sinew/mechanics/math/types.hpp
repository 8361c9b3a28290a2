/// The number, vector and matrix types that mechanics and its plugins share.
///
/// Real is double or Pack. Every function named here exists for both, so that a point formula such
/// as `0.5 * mu * (F.squaredNorm() - 3) - mu * log(F.determinant())` is written once.
#pragma once

#include <algorithm>
#include <cmath>
#include <Eigen/Dense>
#include <sinew/mechanics/math/elementary.hpp>
#include <sinew/mechanics/math/pack.hpp>
#include <type_traits>

namespace sinew {

/// Numbers of degrees of freedom, rows and columns.
using Index = Eigen::Index;
/// A column of numbers of any length.
using Vector = Eigen::VectorXd;

/// A vector of space.
template <class Real>
using Vec3 = Eigen::Matrix<Real, 3, 1>;
/// A 3 x 3 matrix.
template <class Real>
using Mat3 = Eigen::Matrix<Real, 3, 3>;

/// Type of a comparison of two Reals: bool for double, Mask for Pack.
template <class Real>
using bool_of = std::conditional_t<std::is_same_v<Real, Pack>, Mask, bool>;

using std::abs;
using std::cbrt;
using std::copysign;
using std::exp;
using std::isfinite;
using std::isnan;
using std::log;
using std::max;
using std::min;
using std::pow;
using std::sqrt;

/// a where the condition holds, b elsewhere; coefficient by coefficient the same condition.
template <class A, class B>
SINEW_INLINE typename A::PlainObject select(bool_of<typename A::Scalar> condition,
                                            const Eigen::MatrixBase<A>& a,
                                            const Eigen::MatrixBase<B>& b) {
    typename A::PlainObject result(a.rows(), a.cols());
    for (Index j = 0; j < a.cols(); ++j)
        for (Index i = 0; i < a.rows(); ++i) result(i, j) = select(condition, a(i, j), b(i, j));
    return result;
}

/// One lane of a matrix of packs.
template <int Rows, int Cols>
Eigen::Matrix<double, Rows, Cols> lane(const Eigen::Matrix<Pack, Rows, Cols>& packs, int which) {
    return packs.unaryExpr([which](const Pack& x) { return x[which]; });
}

/// Sets one lane of a matrix of packs to a matrix of numbers.
template <int Rows, int Cols>
void set_lane(Eigen::Matrix<Pack, Rows, Cols>& packs, int which,
              const Eigen::Matrix<double, Rows, Cols>& values) {
    for (int j = 0; j < Cols; ++j)
        for (int i = 0; i < Rows; ++i) packs(i, j).set_lane(which, values(i, j));
}

}  // namespace sinew
