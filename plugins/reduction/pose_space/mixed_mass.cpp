#include "mixed_mass.hpp"

#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

namespace sinew::pose_space {

MixedMass::MixedMass(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass)
    : n_poses_(Index(bases.size())), size_(bases.front().cols()) {
    const Index m = n_poses_;
    std::vector<Eigen::MatrixXd> products;  // i fastest
    for (const Eigen::MatrixXd& U_j : bases) {
        const Eigen::MatrixXd M_U = mass.times(U_j);
        for (const Eigen::MatrixXd& U_i : bases) products.push_back(transpose_times(U_i, M_U));
    }
    const auto meet = [&](Index a, Index b) {
        for (const Eigen::MatrixXd& product : products)
            if (product(a, b) != 0) return true;
        return false;
    };
    for (Index b = 0; b < size_; ++b)
        for (Index a = 0; a <= b; ++a)
            if (meet(a, b)) pairs_.push_back({a, b});
    products_.resize(m * m, Index(pairs_.size()));
    for (Index k = 0; k < products_.cols(); ++k) {
        const auto [a, b] = pairs_[std::size_t(k)];
        for (Index ij = 0; ij < m * m; ++ij) products_(ij, k) = products[std::size_t(ij)](a, b);
    }
    left_.resize(m, products_.cols());
    right_.resize(m, products_.cols());
    matrix_.setZero(size_, size_);
}

void MixedMass::mix(const Vector& weights) {
    const Index m = n_poses_;
    parallel_for(products_.cols(), [&](Index k) {
        const Eigen::Map<const Eigen::MatrixXd> product(products_.col(k).data(), m, m);
        left_.col(k).noalias() = product.transpose() * weights;
        right_.col(k).noalias() = product * weights;
        const auto [a, b] = pairs_[std::size_t(k)];
        matrix_(a, b) = matrix_(b, a) = left_.col(k).dot(weights);
    });
}

Vector MixedMass::times(const Vector& stacked) const {
    const Eigen::MatrixXd of_vectors = stacked.reshaped(size_, n_poses_).transpose();
    Vector sum = Vector::Zero(size_);
    for (Index k = 0; k < products_.cols(); ++k) {
        const auto [a, b] = pairs_[std::size_t(k)];
        sum[a] += left_.col(k).dot(of_vectors.col(b));
        if (a != b) sum[b] += right_.col(k).dot(of_vectors.col(a));
    }
    return sum;
}

}  // namespace sinew::pose_space
