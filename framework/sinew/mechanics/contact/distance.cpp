#include <algorithm>
#include <array>
#include <cmath>
#include <Eigen/Geometry>
#include <sinew/mechanics/contact/distance.hpp>

namespace sinew {
namespace {

/// w (x) n: the vector with w_i n at vertex i.
StencilVector spread(const Eigen::Vector4d& w, const Eigen::Vector3d& n) {
    StencilVector v;
    for (int i = 0; i < 4; ++i) v.segment<3>(3 * i) = w[i] * n;
    return v;
}

/// Tangents and the changes of weights with them, orthonormal in the tangents. Of the bases that
/// are, the one in which the changes of weights are square to each other too.
struct TangentBasis {
    Eigen::Matrix<double, 3, 2> tangents;
    Eigen::Matrix<double, 4, 2> variation;
};

TangentBasis tangent_basis(const ClosestPoints& closest, const Stencil& x) {
    TangentBasis basis{x * closest.variation, closest.variation};
    auto& [T, b] = basis;
    if (closest.n_free == 0) return basis;
    for (int k = 0; k < closest.n_free; ++k) {
        if (k == 1) {
            const double share = T.col(0).dot(T.col(1));
            T.col(1) -= share * T.col(0);
            b.col(1) -= share * b.col(0);
        }
        const double length = T.col(k).norm();
        T.col(k) /= length;
        b.col(k) /= length;
    }
    if (closest.n_free == 1) return basis;
    const double c = b.col(0).dot(b.col(1));
    const double angle = 0.5 * std::atan2(2 * c, b.col(0).squaredNorm() - b.col(1).squaredNorm());
    Eigen::Matrix2d turn;
    turn << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    T = T * turn;
    b = b * turn;
    return basis;
}

/// M += s v v'.
void add_square(StencilMatrix& M, double s, const StencilVector& v) {
    M.noalias() += s * v * v.transpose();
}

/// The part of s (u v' + v u' + d v v') of positive eigenvalues, where u'v = 0.
void add_positive_part(StencilMatrix& M, double s, const StencilVector& u, const StencilVector& v,
                       double d) {
    const double a = u.norm(), b = v.norm();
    if (a == 0 || b == 0) return;
    // In the basis u/a, v/b: [[0, s a b], [s a b, s d b^2]], of one positive eigenvalue.
    const double off = s * a * b, diagonal = s * d * b * b;
    const double root = std::hypot(0.5 * diagonal, off);
    const double lambda = 0.5 * diagonal + root;
    const StencilVector e = off * u / a + lambda * v / b;
    add_square(M, lambda / e.squaredNorm(), e);
}

}  // namespace

Distance distance_and_gradient(const ClosestPoints& closest, const Stencil& x) {
    const Eigen::Vector3d r = closest.difference(x);
    const double d = r.norm();
    return {d, spread(closest.weights, r / d)};
}

StencilMatrix distance_hessian(const ClosestPoints& closest, const Stencil& x, double first,
                               double second, Definiteness definiteness) {
    const bool project = definiteness == Definiteness::psd_projected;
    const Eigen::Vector3d r = closest.difference(x);
    const double d = r.norm();
    const Eigen::Vector3d n = r / d;
    const Eigen::Vector4d& w = closest.weights;
    const TangentBasis basis = tangent_basis(closest, x);
    StencilMatrix M = StencilMatrix::Zero();
    if (!project || second > 0) add_square(M, second, spread(w, n));
    for (int k = 0; k < closest.n_free; ++k) {
        const StencilVector u = spread(w, basis.tangents.col(k));
        const StencilVector v = spread(basis.variation.col(k), n);
        if (project) {
            add_positive_part(M, -first, u, v, d);
            continue;
        }
        M.noalias() -= first * (u * v.transpose() + v * u.transpose());
        add_square(M, -first * d, v);
    }
    if (closest.n_free == 2 || (project && first <= 0)) return M;
    // What is square to n and the tangents.
    Eigen::Matrix3d across = Eigen::Matrix3d::Identity() - n * n.transpose();
    if (closest.n_free == 1) across -= basis.tangents.col(0) * basis.tangents.col(0).transpose();
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) M.block<3, 3>(3 * i, 3 * j) += first / d * w[i] * w[j] * across;
    return M;
}

}  // namespace sinew
