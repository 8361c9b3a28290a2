#include <sinew/mechanics/math/polar.hpp>
#include <sinew/mechanics/math/tall_products.hpp>
#include <sinew/mechanics/reduced/carried_inertia.hpp>

namespace sinew {

namespace {

/// Component k of all nodes: n_nodes x columns.
Eigen::MatrixXd component(const Eigen::Ref<const Eigen::MatrixXd>& A, int k) {
    return A(Eigen::seqN(k, A.rows() / 3, 3), Eigen::all);
}

}  // namespace

CarriedInertia::CarriedInertia(const Points& rest, const Eigen::Ref<const Eigen::MatrixXd>& U,
                               const MassMatrix& mass)
    : mass_(mass.row_sums().sum()),
      moment_rest_(rest * mass.row_sums()),
      of_translation_(U.cols(), 3) {
    Vector MX;
    mass.multiply(rest.reshaped(), MX);
    second_rest_ = rest * MX.reshaped(3, rest.cols()).transpose();
    const Eigen::MatrixXd MU = mass.times(U);
    for (int l = 0; l < 3; ++l) {
        const Eigen::MatrixXd MU_l = component(MU, l);
        of_translation_.col(l) = MU_l.colwise().sum().transpose();
        for (int k = 0; k < 3; ++k) {
            T_[std::size_t(k + 3 * l)] = transpose_times(component(U, k), MU_l);
            x_[std::size_t(k + 3 * l)] =
                transpose_times(component(MU, k), Eigen::MatrixXd(rest.row(l).transpose()));
        }
    }
}

Vector CarriedInertia::of_position(const Eigen::Matrix3d& L,
                                   const Eigen::Ref<const Vector>& q) const {
    Vector sum = Vector::Zero(q.size());
    for (Index i = 0; i < 9; ++i) {
        const double factor = L.reshaped()(i);
        if (factor == 0) continue;
        sum += factor * x_[std::size_t(i)];
        sum.noalias() += factor * (T_[std::size_t(i)] * q);
    }
    return sum;
}

Eigen::MatrixXd CarriedInertia::matrix(const Eigen::Matrix3d& L) const {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(T_[0].rows(), T_[0].cols());
    for (Index i = 0; i < 9; ++i)
        if (L.reshaped()(i) != 0) sum += L.reshaped()(i) * T_[std::size_t(i)];
    return sum;
}

/// Half of the sum of m |v + Omega r + U q'|^2.
double CarriedInertia::kinetic(const Eigen::Vector3d& velocity, const Eigen::Vector3d& omega,
                               const Eigen::Ref<const Vector>& q,
                               const Eigen::Ref<const Vector>& q_rate) const {
    const Eigen::Matrix3d Omega = skew(Vec3<double>(omega));
    Eigen::Matrix3d second = second_rest_;
    for (int l = 0; l < 3; ++l)
        for (int k = 0; k < 3; ++k) {
            const std::size_t kl = std::size_t(k + 3 * l), lk = std::size_t(l + 3 * k);
            second(k, l) += q.dot(x_[kl]) + q.dot(x_[lk]) + q.dot(T_[kl] * q);
        }
    const Eigen::Vector3d moment = moment_rest_ + of_translation_.transpose() * q;
    const Eigen::Vector3d of_rate = of_translation_.transpose() * q_rate;
    return 0.5 * mass_ * velocity.squaredNorm() + velocity.dot(Omega * moment + of_rate) +
           0.5 * (Omega * second).cwiseProduct(Omega).sum() + q_rate.dot(of_position(Omega, q)) +
           0.5 * q_rate.squaredNorm();
}

}  // namespace sinew
