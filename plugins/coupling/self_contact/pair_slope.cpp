#include "pair_slope.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace sinew {

namespace {

/// u of z.
Eigen::Matrix<double, 3, 12> relative(const Eigen::Vector3d& weights) {
    Eigen::Matrix<double, 3, 12> U;
    U.leftCols<3>().setIdentity();
    for (int a = 0; a < 3; ++a)
        U.middleCols<3>(3 * (a + 1)) = -weights[a] * Eigen::Matrix3d::Identity();
    return U;
}

}  // namespace

PairSlope spring_slope(const Eigen::Matrix3d& G, const Eigen::Vector3d& weights) {
    const Eigen::Matrix<double, 3, 12> U = relative(weights);
    return U.transpose() * G * U;
}

PairSlope nearest_slope(double c, const PairPoints& at, const Eigen::Vector3d& weights) {
    const Eigen::Matrix<double, 3, 12> U = relative(weights);
    const Eigen::Vector3d d = at.rightCols<3>() * weights - at.col(0);
    Eigen::Matrix<double, 3, 2> edges;
    Eigen::Matrix<double, 2, 12> m;
    int first = -1, n = 0;
    for (int a = 0; a < 3; ++a) {
        if (weights[a] == 0) continue;
        if (first < 0) {
            first = a;
            continue;
        }
        edges.col(n) = at.col(a + 1) - at.col(first + 1);
        m.row(n) = edges.col(n).transpose() * U;
        m.block<1, 3>(n, 3 * (a + 1)) -= d.transpose();
        m.block<1, 3>(n, 3 * (first + 1)) += d.transpose();
        ++n;
    }
    PairSlope slope = U.transpose() * U;
    const auto t = edges.leftCols(n);
    const auto used = m.topRows(n);
    if (n == 1 && !edges.col(0).isZero(0))
        slope -= used.transpose() * used / edges.col(0).squaredNorm();
    if (n == 2) {
        const Eigen::Matrix2d inverse = (t.transpose() * t).eval().inverse();
        if (inverse.allFinite()) slope -= used.transpose() * inverse * used;
    }
    return c * slope;
}

PairSlope positive_part(const PairSlope& slope) {
    const Eigen::SelfAdjointEigenSolver<PairSlope> eigen(slope);
    const PairSlope& V = eigen.eigenvectors();
    return V * eigen.eigenvalues().cwiseMax(0).asDiagonal() * V.transpose();
}

}  // namespace sinew
