#include <Eigen/Eigenvalues>
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

}  // namespace sinew
