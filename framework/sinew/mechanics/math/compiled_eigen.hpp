/// Eigen's decompositions and products of full matrices of any size, compiled once in this library:
/// each takes a source that instantiates it 3 to 12 s.
///
/// Precompiled headers carry this file, so that sources write what they would write without it: a
/// source compiled alone has its own copies. What Eigen calls inside is named for Eigen 3.4 alone.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

/// The one source that compiles them says `template`.
#ifndef SINEW_EIGEN_TEMPLATE
#define SINEW_EIGEN_TEMPLATE extern template
#endif

namespace sinew::detail {

using Blocks = Eigen::internal::gebp_traits<double, double>;
using ByColumns = Eigen::internal::const_blas_data_mapper<double, Eigen::Index, Eigen::ColMajor>;
using ByRows = Eigen::internal::const_blas_data_mapper<double, Eigen::Index, Eigen::RowMajor>;

}  // namespace sinew::detail

namespace Eigen {

SINEW_EIGEN_TEMPLATE class LLT<MatrixXd>;
SINEW_EIGEN_TEMPLATE LLT<MatrixXd>& LLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
SINEW_EIGEN_TEMPLATE class LDLT<MatrixXd>;
SINEW_EIGEN_TEMPLATE LDLT<MatrixXd>& LDLT<MatrixXd>::compute(const EigenBase<MatrixXd>&);
SINEW_EIGEN_TEMPLATE class PartialPivLU<MatrixXd>;
SINEW_EIGEN_TEMPLATE class HouseholderQR<MatrixXd>;
SINEW_EIGEN_TEMPLATE class SelfAdjointEigenSolver<MatrixXd>;
SINEW_EIGEN_TEMPLATE SelfAdjointEigenSolver<MatrixXd>& SelfAdjointEigenSolver<MatrixXd>::compute(
    const EigenBase<MatrixXd>&, int);
SINEW_EIGEN_TEMPLATE class GeneralizedSelfAdjointEigenSolver<MatrixXd>;

#if EIGEN_VERSION_AT_LEAST(3, 4, 0) && !EIGEN_VERSION_AT_LEAST(3, 4, 90)
SINEW_EIGEN_TEMPLATE void LDLT<MatrixXd>::_solve_impl(const MatrixXd&, MatrixXd&) const;
SINEW_EIGEN_TEMPLATE void LDLT<MatrixXd>::_solve_impl(const VectorXd&, VectorXd&) const;

namespace internal {

// Packing and multiplying of blocks, below every product of matrices.
SINEW_EIGEN_TEMPLATE struct gebp_kernel<
    double, double, Index, blas_data_mapper<double, Index, ColMajor>, sinew::detail::Blocks::mr,
    sinew::detail::Blocks::nr, false, false>;
SINEW_EIGEN_TEMPLATE struct gemm_pack_lhs<
    double, Index, sinew::detail::ByColumns, sinew::detail::Blocks::mr,
    sinew::detail::Blocks::LhsProgress, sinew::detail::Blocks::LhsPacket4Packing, ColMajor>;
SINEW_EIGEN_TEMPLATE struct gemm_pack_lhs<
    double, Index, sinew::detail::ByRows, sinew::detail::Blocks::mr,
    sinew::detail::Blocks::LhsProgress, sinew::detail::Blocks::LhsPacket4Packing, RowMajor>;
SINEW_EIGEN_TEMPLATE struct gemm_pack_rhs<double, Index, sinew::detail::ByColumns,
                                          sinew::detail::Blocks::nr, ColMajor>;
SINEW_EIGEN_TEMPLATE struct gemm_pack_rhs<double, Index, sinew::detail::ByRows,
                                          sinew::detail::Blocks::nr, RowMajor>;

}  // namespace internal
#endif

}  // namespace Eigen
