/// Eigenvalues and eigenvectors of symmetric 3x3 matrices, A = Q diag(values) Q', by Jacobi's
/// cyclic method (Golub & Van Loan, Matrix Computations, 4th ed., section 8.5), for double and
/// Pack.
///
/// Reconstruction and orthogonality to about 1e-15 |A|, for any A with |A| between 1e-140 and
/// 1e140; NaN in A makes the values NaN. The bits of a lane do not depend on its neighbours.
#pragma once

#include <sinew/mechanics/math/svd.hpp>

namespace sinew {

/// Eigenvalues, in the unit of A, and eigenvectors.
template <class Real>
struct EigenSymmetric3 {
    Vec3<Real> values;   ///< ascending
    Mat3<Real> vectors;  ///< columns, a proper rotation
};

namespace detail {

/// Makes A(x, y) zero by a rotation of the plane of x and y; r is the third index. False where it
/// was negligible compared with |A| = 1: such lanes keep their bits.
template <class Real>
SINEW_INLINE bool_of<Real> diagonalise(Mat3<Real>& A, Mat3<Real>& Q, int x, int y, int r) {
    const bool_of<Real> coupled = abs(A(x, y)) > 1e-17;
    const auto [c, s] = jacobi_angle(A(x, x), A(y, y), A(x, y), coupled);
    const Real shift = s * (Real(2) * c * A(x, y) - s * (A(x, x) - A(y, y)));
    A(x, x) += shift;
    A(y, y) -= shift;
    A(x, y) = A(y, x) = select(coupled, Real(0), A(x, y));
    const Real a = A(x, r), b = A(y, r);
    A(x, r) = A(r, x) = c * a + s * b;
    A(y, r) = A(r, y) = c * b - s * a;
    rotate_columns(Q, x, y, c, s);
    return coupled;
}

/// Exchanges eigenpairs x and y where the first value is the greater, keeping det Q.
template <class Real>
SINEW_INLINE void order_pairs(EigenSymmetric3<Real>& pairs, int x, int y) {
    const bool_of<Real> exchange = pairs.values[x] > pairs.values[y];
    for (int i = 0; i < 3; ++i) {
        const Real a = pairs.vectors(i, x), b = pairs.vectors(i, y);
        pairs.vectors(i, x) = select(exchange, b, a);
        pairs.vectors(i, y) = select(exchange, -a, b);
    }
    const Real a = pairs.values[x], b = pairs.values[y];
    pairs.values[x] = select(exchange, b, a);
    pairs.values[y] = select(exchange, a, b);
}

}  // namespace detail

/// See the head of this file. A is read in its upper triangle.
template <class Real>
SINEW_FLATTEN [[gnu::noinline]] EigenSymmetric3<Real> eigen_symmetric3(const Mat3<Real>& A) {
    constexpr int max_sweeps = 12;  // four are the rule; quadratic convergence bounds the rest
    Mat3<Real> D = A;
    D(1, 0) = D(0, 1);
    D(2, 0) = D(0, 2);
    D(2, 1) = D(1, 2);
    const Real size = sqrt(D.squaredNorm());
    const Real unit = select(size == 0.0, Real(1), size);
    D *= Real(1) / unit;
    EigenSymmetric3<Real> pairs;
    pairs.vectors.setIdentity();
    for (int sweep = 0; sweep < max_sweeps; ++sweep) {
        const bool_of<Real> first = detail::diagonalise(D, pairs.vectors, 0, 1, 2);
        const bool_of<Real> second = detail::diagonalise(D, pairs.vectors, 0, 2, 1);
        const bool_of<Real> third = detail::diagonalise(D, pairs.vectors, 1, 2, 0);
        if (!any(first || second || third)) break;
    }
    pairs.values = unit * D.diagonal();
    detail::order_pairs(pairs, 0, 1);
    detail::order_pairs(pairs, 1, 2);
    detail::order_pairs(pairs, 0, 1);
    return pairs;
}

/// The symmetric matrix nearest to A (in Frobenius norm) that has no negative eigenvalue. An A that
/// is definite already is returned unchanged.
template <class Real>
Mat3<Real> project_semidefinite(const Mat3<Real>& A) {
    const Real minor_2 = A(0, 0) * A(1, 1) - A(0, 1) * A(0, 1);
    const bool_of<Real> definite = (A(0, 0) > 0.0) && (minor_2 > 0.0) && (A.determinant() > 0.0);
    if (all(definite)) return A;
    const EigenSymmetric3<Real> pairs = eigen_symmetric3(A);
    Vec3<Real> psd_projected;
    for (int i = 0; i < 3; ++i) psd_projected[i] = max(pairs.values[i], Real(0));
    const Mat3<Real> projected =
        pairs.vectors * psd_projected.asDiagonal() * pairs.vectors.transpose();
    return select(definite, A, projected);
}

}  // namespace sinew
