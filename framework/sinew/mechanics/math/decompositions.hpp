/// Decompositions of full matrices of any size, compiled in one place: each takes Eigen's templates
/// ten seconds and more.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// A = V diag(values) V', values ascending.
struct SymmetricDecomposition {
    Vector values;
    Eigen::MatrixXd vectors;
};
SymmetricDecomposition symmetric_decomposition(const Eigen::MatrixXd& A);
/// A V = B V diag(values), V'BV = I, values ascending; B positive definite.
SymmetricDecomposition symmetric_decomposition(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
/// Ascending.
Vector symmetric_eigenvalues(const Eigen::MatrixXd& A);

/// A = U diag(values) V', values descending; U thin (n x min(n, m)), V whole (m x m).
struct SingularDecomposition {
    Vector values;
    Eigen::MatrixXd U, V;
};
SingularDecomposition singular_decomposition(const Eigen::MatrixXd& A);

}  // namespace sinew
