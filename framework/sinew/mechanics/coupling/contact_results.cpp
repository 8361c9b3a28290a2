#include <limits>
#include <sinew/mechanics/coupling/contact_results.hpp>

namespace sinew {

ContactForces::ContactForces(Eigen::Index n_nodes)
    : normal(Points::Zero(3, n_nodes)),
      friction(Points::Zero(3, n_nodes)),
      area(Eigen::RowVectorXd::Zero(n_nodes)),
      gap(Eigen::RowVectorXd::Constant(n_nodes, std::numeric_limits<double>::infinity())) {}

Eigen::RowVectorXd ContactForces::pressure() const {
    const Eigen::RowVectorXd force = normal.colwise().norm();
    return (area.array() > 0).select(force.array() / area.array(), 0.0);
}

}  // namespace sinew
