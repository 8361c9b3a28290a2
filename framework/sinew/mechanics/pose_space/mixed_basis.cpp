#include <algorithm>
#include <cmath>
#include <limits>
#include <sinew/mechanics/pose_space/mixed_basis.hpp>
#include <utility>

namespace sinew::pose_space {

MixedBasis::MixedBasis(MixedMass products) : MixedBasis(products.size(), products.n_poses()) {
    products_.emplace(std::move(products));
    MixedBasis::mix(Vector::Unit(n_poses(), 0));
}

MixedBasis::MixedBasis(Index size, Index n_poses)
    : weights_(Vector::Unit(n_poses, 0)), scales_(Vector::Ones(size)), mass_(size, size) {}

double MixedBasis::mix(const Vector& weights) {
    weights_ = weights;
    products_->mix(weights);
    return normalise(products_->matrix());
}

double MixedBasis::normalise(const Eigen::MatrixXd& mass) {
    double least = std::numeric_limits<double>::infinity();
    for (Index k = 0; k < size(); ++k) {
        const double norm = std::sqrt(std::max(mass(k, k), 0.0));
        scales_[k] = 1 / norm;
        least = std::min(least, norm);
    }
    mass_ = scales_.asDiagonal() * mass * scales_.asDiagonal();
    return least;
}

void MixedBasis::mix_stacked(const Eigen::Ref<const Eigen::MatrixXd>& X,
                             Eigen::Ref<Eigen::MatrixXd> to) const {
    to.setZero();
    for (Index i = 0; i < n_poses(); ++i) to += weights_[i] * X.middleRows(i * size(), size());
    to = scales_.asDiagonal() * to;
}

void MixedBasis::add_work(const Eigen::MatrixX3d& X, const Eigen::Matrix3d& R,
                          const Eigen::Vector3d& F, Vector& f) const {
    const Eigen::Vector3d seen = R.transpose() * F;
    stacked_.noalias() = X * seen;
    of_force_.resize(size());
    mix_stacked(stacked_, of_force_);
    f += of_force_;
}

void MixedBasis::keep(const Vector& q, Vector& to) const {
    to.resize(n_poses() * size());
    for (Index i = 0; i < n_poses(); ++i)
        to.segment(i * size(), size()) = weights_[i] * scales_.cwiseProduct(q);
}

void MixedBasis::find_momentum(const Vector& kept, Vector& f) const {
    products_->times(kept, f);
    f = scales_.cwiseProduct(f);
}

}  // namespace sinew::pose_space
