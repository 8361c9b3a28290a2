#include "pose_basis.hpp"

#include <numeric>
#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/tall_products.hpp>

#include "pose_products.hpp"

namespace sinew::pose_space {
namespace {

RowsOfPoses rows_of_all(const std::vector<Eigen::MatrixXd>& bases,
                        RowsOfPoses::Precision precision) {
    std::vector<int> nodes(std::size_t(bases.front().rows() / 3));
    std::iota(nodes.begin(), nodes.end(), 0);
    return {bases, nodes, precision};
}

}  // namespace

PoseBasis::PoseBasis(const std::vector<Eigen::MatrixXd>& bases, const MassMatrix& mass,
                     Precision precision)
    : MixedBasis(mixed_mass(bases, mass)), rows_(rows_of_all(bases, precision)) {}

PoseBasis::PoseBasis(const std::vector<Eigen::MatrixXd>& bases, NodeRotations rotations,
                     const MassMatrix& mass)
    : MixedBasis(bases.front().cols(), Index(bases.size())),
      rotations_(std::move(rotations)),
      nodal_mass_(&mass) {
    std::vector<Eigen::MatrixXd> unrotated = bases;
    for (std::size_t pose = 0; pose < bases.size(); ++pose)
        rotations_->rotate_back(Index(pose), unrotated[pose]);
    rows_ = rows_of_all(unrotated, Precision::exact);
    PoseBasis::mix(Vector::Unit(n_poses(), 0));
}

/// Products of nodes that turn apart cannot be found ahead.
double PoseBasis::mix(const Vector& weights) {
    if (!rotations_) return MixedBasis::mix(weights);
    if (is_mixed_ && weights == this->weights()) return least_norm_;
    set_weights(weights);
    is_mixed_ = true;
    if (rotations_->mix(weights) < 0.1) return least_norm_ = 0;
    set_scales(1);
    const Eigen::MatrixXd U = all();
    const Eigen::MatrixXd mass = transpose_times(U, nodal_mass_->times(U));
    return least_norm_ = normalise(0.5 * (mass + mass.transpose()));
}

Eigen::MatrixX3d PoseBasis::node(int i) const {
    Eigen::MatrixX3d sum;
    rows_.mix(i, weights(), sum);
    if (rotations_) sum = (sum * (*rotations_)[i].transpose()).eval();
    return scales().asDiagonal() * sum;
}

std::vector<char> PoseBasis::fixed_nodes() const {
    std::vector<char> fixed;
    for (int i = 0; i < int(n_nodes()); ++i) fixed.push_back(node(i).isZero(0));
    return fixed;
}

/// Sums of what turns apart cannot be mixed: the first column has the share of each node then.
void PoseBasis::add_share(int i, double share, Eigen::MatrixX3d& sum) const {
    if (sum.rows() == 0) sum.setZero(rotations_ ? n_nodes() : n_poses() * size(), 3);
    if (rotations_)
        sum(i, 0) += share;
    else
        sum += share * rows_.of_node(i);
}

Eigen::MatrixX3d PoseBasis::pulled_back(const Eigen::MatrixX3d& sum) const {
    Eigen::MatrixX3d of_nodes = Eigen::MatrixX3d::Zero(size(), 3);
    if (!rotations_) {
        for (int a = 0; a < 3; ++a) mix_stacked(sum.col(a), of_nodes.col(a));
        return of_nodes;
    }
    for (Index i = 0; i < sum.rows(); ++i)
        if (sum(i, 0) != 0) of_nodes += sum(i, 0) * node(int(i));
    return of_nodes;
}

Eigen::MatrixXd PoseBasis::all() const {
    Eigen::MatrixXd U(3 * n_nodes(), size());
    parallel_for(n_nodes(), [&](Index i) { U.middleRows<3>(3 * i) = node(int(i)).transpose(); });
    return U;
}

void PoseBasis::keep(const Vector& q, Vector& to) const {
    if (rotations_)
        to = all() * q;
    else
        MixedBasis::keep(q, to);
}

void PoseBasis::find_momentum(const Vector& kept, Vector& f) const {
    if (!rotations_) {
        MixedBasis::find_momentum(kept, f);
        return;
    }
    Vector M_u;
    nodal_mass_->multiply(kept, M_u);
    f = all().transpose() * M_u;
}

Eigen::Vector3d PoseBasis::displacement(int node, const Vector& kept) const {
    return rotations_ ? Eigen::Vector3d(kept.segment<3>(3 * Index(node))) : rows_.times(node, kept);
}

Points PoseBasis::displacements(const Vector& kept) const {
    Points u(3, n_nodes());
    parallel_for(n_nodes(), [&](Index i) { u.col(i) = displacement(int(i), kept); });
    return u;
}

}  // namespace sinew::pose_space
