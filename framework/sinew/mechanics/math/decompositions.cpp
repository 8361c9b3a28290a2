#include <algorithm>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>
#include <sinew/mechanics/math/decompositions.hpp>

namespace sinew {

SymmetricDecomposition symmetric_decomposition(const Eigen::MatrixXd& A) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(A);
    return {eigen.eigenvalues(), eigen.eigenvectors()};
}

SymmetricDecomposition symmetric_decomposition(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> eigen(A, B);
    return {eigen.eigenvalues(), eigen.eigenvectors()};
}

Vector symmetric_eigenvalues(const Eigen::MatrixXd& A) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(A, Eigen::EigenvaluesOnly).eigenvalues();
}

SingularDecomposition singular_decomposition(const Eigen::MatrixXd& A) {
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(A, Eigen::ComputeThinU | Eigen::ComputeFullV);
    return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

Eigen::MatrixXd least_squares(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B,
                              double tolerance) {
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> decomposition;
    decomposition.setThreshold(tolerance);
    decomposition.compute(A);
    return decomposition.solve(B);
}

Eigen::MatrixXd orthonormal_columns(const Eigen::MatrixXd& A) {
    return Eigen::HouseholderQR<Eigen::MatrixXd>(A).householderQ() *
           Eigen::MatrixXd::Identity(A.rows(), std::min(A.rows(), A.cols()));
}

}  // namespace sinew
