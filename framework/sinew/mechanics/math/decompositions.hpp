/// Decompositions of full matrices of any size, compiled in one place: each takes Eigen's templates
/// ten seconds and more.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// A = V diag(values) V', values ascending.
struct SymmetricDecomposition {
    Vector values;            ///< n
    Eigen::MatrixXd vectors;  ///< V: n x n, one a column
};
/// Decomposes a symmetric A (n x n), of which the lower triangle is read.
SymmetricDecomposition symmetric_decomposition(const Eigen::MatrixXd& A);
/// A V = B V diag(values), V'BV = I, values ascending; B positive definite.
SymmetricDecomposition symmetric_decomposition(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
/// Eigenvalues of a symmetric A (n x n), ascending.
Vector symmetric_eigenvalues(const Eigen::MatrixXd& A);

/// A = U diag(values) V', values descending; U thin (n x min(n, m)), V whole (m x m).
struct SingularDecomposition {
    Vector values;         ///< min(n, m), none negative
    Eigen::MatrixXd U, V;  ///< n x min(n, m), and m x m, one singular vector a column
};
/// Decomposes any A, n x m.
SingularDecomposition singular_decomposition(const Eigen::MatrixXd& A);

/// The least of the X (m x k) for which |A X - B| is least; A is n x m, B n x k. A's columns count
/// as dependent where what is left of them falls under `tolerance` times the largest.
Eigen::MatrixXd least_squares(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double tolerance);
/// Orthonormal columns, n x min(n, m), that span what those of A (n x m) do.
Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& A);

}  // namespace sinew
