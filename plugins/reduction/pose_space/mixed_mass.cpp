#include "mixed_mass.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

namespace sinew::pose_space {

namespace {

/// U_i'M U_j, i fastest.
std::vector<Eigen::MatrixXd> products_of(const std::vector<Eigen::MatrixXd>& bases,
                                         const MassMatrix& mass) {
    std::vector<Eigen::MatrixXd> products;
    for (const Eigen::MatrixXd& U_j : bases) {
        const Eigen::MatrixXd M_U = mass.times(U_j);
        for (const Eigen::MatrixXd& U_i : bases) products.push_back(transpose_times(U_i, M_U));
    }
    return products;
}

}  // namespace

MixedMass::MixedMass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass)
    : n_poses_(Index(bases.size())),
      size_(bases.front().cols()),
      products_(products_of(bases, mass)),
      left_(n_poses_, products_.n_pairs()),
      right_(n_poses_, products_.n_pairs()) {
    matrix_.setZero(size_, size_);
}

void MixedMass::mix(const Vector& weights) {
    const Index m = n_poses_;
    parallel_for(products_.n_pairs(), [&](Index k) {
        const Eigen::Map<const Eigen::MatrixXd> product(products_.values.col(k).data(), m, m);
        left_.col(k).noalias() = product.transpose() * weights;
        right_.col(k).noalias() = product * weights;
        const auto [a, b] = products_.pairs[std::size_t(k)];
        matrix_(a, b) = matrix_(b, a) = left_.col(k).dot(weights);
    });
}

Vector MixedMass::times(const Vector& stacked) const {
    const Eigen::MatrixXd of_vectors = stacked.reshaped(size_, n_poses_).transpose();
    Vector sum = Vector::Zero(size_);
    for (Index k = 0; k < products_.n_pairs(); ++k) {
        const auto [a, b] = products_.pairs[std::size_t(k)];
        sum[a] += left_.col(k).dot(of_vectors.col(b));
        if (a != b) sum[b] += right_.col(k).dot(of_vectors.col(a));
    }
    return sum;
}

}  // namespace sinew::pose_space
