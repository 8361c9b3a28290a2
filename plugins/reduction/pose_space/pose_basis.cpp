#include "pose_basis.hpp"

#include <cmath>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

namespace sinew::pose_space {

PoseBasis::PoseBasis(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass)
    : ranges_(bases), mixed_mass_(std::in_place, bases, mass) {
    for (const Eigen::MatrixXd& U : bases) rows_.push_back(U.transpose());
    mix(Vector::Unit(n_poses(), 0));
}

PoseBasis::PoseBasis(const std::vector<Eigen::MatrixXd>& bases, NodeRotations rotations,
                     const MassMatrix& mass)
    : ranges_(bases), rotations_(std::move(rotations)), nodal_mass_(&mass) {
    for (std::size_t pose = 0; pose < bases.size(); ++pose) {
        Eigen::MatrixXd U = bases[pose];
        rotations_->rotate_back(Index(pose), U);
        rows_.push_back(U.transpose());
    }
    mix(Vector::Unit(n_poses(), 0));
}

/// Products of nodes that turn apart cannot be found ahead.
double PoseBasis::mix_rotated(const Vector& weights) {
    if (weights.size() == weights_.size() && weights == weights_) return least_norm_;
    weights_ = weights;
    if (rotations_->mix(weights) < 0.1) return least_norm_ = 0;
    scales_ = Vector::Ones(size());
    const Eigen::MatrixXd U = all();
    const Eigen::MatrixXd mass = transpose_times(U, nodal_mass_->times(U));
    return least_norm_ = normalise(0.5 * (mass + mass.transpose()));
}

double PoseBasis::mix(const Vector& weights) {
    if (rotations_) return mix_rotated(weights);
    weights_ = weights;
    mixed_mass_->mix(weights);
    return normalise(mixed_mass_->matrix());
}

/// Scales the vectors, whose products these are, to the norm 1. Returns the least they had.
double PoseBasis::normalise(const Eigen::MatrixXd& mass) {
    const Vector norms = mass.diagonal().cwiseMax(0.0).cwiseSqrt();
    scales_ = norms.cwiseInverse();
    mass_ = scales_.asDiagonal() * mass * scales_.asDiagonal();
    return norms.minCoeff();
}

Eigen::MatrixX3d PoseBasis::node(int i) const {
    Eigen::MatrixX3d sum = Eigen::MatrixX3d::Zero(size(), 3);
    for (Index pose = 0; pose < n_poses(); ++pose) {
        const auto rows = rows_[std::size_t(pose)].middleCols<3>(3 * Index(i));
        for (const auto [first, count] : ranges_.of(i))
            sum.middleRows(first, count) += weights_[pose] * rows.middleRows(first, count);
    }
    if (rotations_) sum = (sum * (*rotations_)[i].transpose()).eval();
    return scales_.asDiagonal() * sum;
}

Eigen::MatrixX3d PoseBasis::node_of_all(int i) const {
    Eigen::MatrixX3d stacked(n_poses() * size(), 3);
    for (Index pose = 0; pose < n_poses(); ++pose)
        stacked.middleRows(pose * size(), size()) =
            rows_[std::size_t(pose)].middleCols<3>(3 * Index(i));
    return stacked;
}

/// Sums of what turns apart cannot be mixed: the first column has the share of each node then.
void PoseBasis::add_share(int i, double share, Eigen::MatrixX3d& sum) const {
    if (sum.rows() == 0) sum.setZero(rotations_ ? n_nodes() : n_poses() * size(), 3);
    if (rotations_)
        sum(i, 0) += share;
    else
        sum += share * node_of_all(i);
}

Eigen::MatrixX3d PoseBasis::pulled_back(const Eigen::MatrixX3d& sum) const {
    if (!rotations_) return mixed(sum);
    Eigen::MatrixX3d of_nodes = Eigen::MatrixX3d::Zero(size(), 3);
    for (Index i = 0; i < sum.rows(); ++i)
        if (sum(i, 0) != 0) of_nodes += sum(i, 0) * node(int(i));
    return of_nodes;
}

Eigen::MatrixXd PoseBasis::all() const {
    Eigen::MatrixXd U(3 * n_nodes(), size());
    parallel_for(n_nodes(), [&](Index i) { U.middleRows<3>(3 * i) = node(int(i)).transpose(); });
    return U;
}

Vector PoseBasis::kept(const Vector& q) const {
    if (rotations_) return all() * q;
    const Vector scaled = scales_.cwiseProduct(q);
    Vector stacked(n_poses() * size());
    for (Index i = 0; i < n_poses(); ++i)
        stacked.segment(i * size(), size()) = weights_[i] * scaled;
    return stacked;
}

Vector PoseBasis::momentum(const Vector& kept) const {
    if (rotations_) {
        Vector M_u;
        nodal_mass_->multiply(kept, M_u);
        return all().transpose() * M_u;
    }
    return scales_.cwiseProduct(mixed_mass_->times(kept));
}

Eigen::Vector3d PoseBasis::displacement(int node, const Vector& kept) const {
    if (rotations_) return kept.segment<3>(3 * Index(node));
    Eigen::Vector3d u = Eigen::Vector3d::Zero();
    for (Index i = 0; i < n_poses(); ++i) {
        const auto rows = rows_[std::size_t(i)].middleCols<3>(3 * Index(node));
        for (const auto [first, count] : ranges_.of(node))
            u +=
                rows.middleRows(first, count).transpose() * kept.segment(i * size() + first, count);
    }
    return u;
}

Points PoseBasis::displacements(const Vector& kept) const {
    Points u(3, n_nodes());
    parallel_for(n_nodes(), [&](Index i) { u.col(i) = displacement(int(i), kept); });
    return u;
}

}  // namespace sinew::pose_space
