#include <sinew/player/one_basis.hpp>
#include <utility>

namespace sinew::player {

OneBasis::OneBasis(Eigen::MatrixXd rows, Vector rest)
    : rows_(std::move(rows)),
      rest_(std::move(rest)),
      applied_(Vector::Zero(rows_.rows())),
      modes_(rows_.rows(), 3) {}

Eigen::Vector3d OneBasis::position(Index node, const Vector& q) {
    return rest_.segment<3>(3 * node) + node_displacement(rows_, node, q);
}

Eigen::Vector3d OneBasis::velocity(Index node, const Motion& motion) {
    return node_displacement(rows_, node, motion.v);
}

void OneBasis::positions(const Vector& q, Vector& x) {
    displacements(rows_, q, x);
    x += rest_;
}

void OneBasis::add_work(const Eigen::MatrixX3d& modes, const Eigen::Vector3d& F, Vector& f) {
    pull_back(modes, F, f);
}

void OneBasis::apply(Index node, const Eigen::Vector3d& force) {
    modes_ = rows_.middleCols<3>(3 * node);
    pull_back(modes_, force, applied_);
}

}  // namespace sinew::player
