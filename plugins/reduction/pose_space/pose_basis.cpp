#include "pose_basis.hpp"

#include <cmath>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

namespace sinew::pose_space {

PoseBasis::PoseBasis(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass) {
    for (const Eigen::MatrixXd& U : bases) rows_.push_back(U.transpose());
    for (const Eigen::MatrixXd& U_i : bases) {
        const Eigen::MatrixXd M_U = mass.times(U_i);
        std::vector<Eigen::MatrixXd>& row = masses_.emplace_back();
        for (const Eigen::MatrixXd& U_j : bases) row.push_back(transpose_times(M_U, U_j));
    }
    mix(Vector::Unit(n_poses(), 0));
}

double PoseBasis::mix(const Vector& weights) {
    weights_ = weights;
    mass_.setZero(size(), size());
    for (std::size_t i = 0; i < masses_.size(); ++i)
        for (std::size_t j = 0; j < masses_.size(); ++j)
            mass_ += weights[Index(i)] * weights[Index(j)] * masses_[i][j];
    const Vector norms = mass_.diagonal().cwiseMax(0.0).cwiseSqrt();
    scales_ = norms.cwiseInverse();
    mass_ =
        (0.5 * scales_.asDiagonal() * (mass_ + mass_.transpose()) * scales_.asDiagonal()).eval();
    return norms.minCoeff();
}

Eigen::MatrixX3d PoseBasis::node(int i) const {
    Eigen::MatrixX3d sum = Eigen::MatrixX3d::Zero(size(), 3);
    for (Index pose = 0; pose < n_poses(); ++pose)
        sum += weights_[pose] * rows_[std::size_t(pose)].middleCols<3>(3 * Index(i));
    return scales_.asDiagonal() * sum;
}

Eigen::MatrixX3d PoseBasis::node_of_all(int i) const {
    Eigen::MatrixX3d stacked(n_poses() * size(), 3);
    for (Index pose = 0; pose < n_poses(); ++pose)
        stacked.middleRows(pose * size(), size()) =
            rows_[std::size_t(pose)].middleCols<3>(3 * Index(i));
    return stacked;
}

Eigen::MatrixXd PoseBasis::all() const {
    Eigen::MatrixXd U(3 * n_nodes(), size());
    parallel_for(n_nodes(), [&](Index i) { U.middleRows<3>(3 * i) = node(int(i)).transpose(); });
    return U;
}

}  // namespace sinew::pose_space
