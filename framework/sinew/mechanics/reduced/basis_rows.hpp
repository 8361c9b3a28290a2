/// The rows of a basis at the nodes of a body: how material points move with q.
#pragma once

#include <sinew/mechanics/mesh/mesh_data.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <sinew/player/step.hpp>

namespace sinew {

/// U by nodes.
class BasisRows {
public:
    /// U: 3 n_nodes x r.
    explicit BasisRows(const Eigen::Ref<const Eigen::MatrixXd>& U) : rows_(U.transpose()) {}

    /// Number r of vectors in the basis.
    Index size() const { return rows_.rows(); }
    /// Number of nodes of the body.
    Index n_nodes() const { return rows_.cols() / 3; }
    /// U of a node, transposed: r x 3.
    auto node(int i) const { return rows_.middleCols<3>(3 * Index(i)); }
    /// U of all nodes, transposed: r x 3 n_nodes.
    const Eigen::MatrixXd& all() const { return rows_; }

    /// The displacement of a point that goes with q [m].
    Eigen::Vector3d times(const MaterialPoint& point, const Eigen::Ref<const Vector>& q) const {
        Eigen::Vector3d u = Eigen::Vector3d::Zero();
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            u += point.weights[a] * player::node_displacement(rows_, point.nodes[a], q);
        return u;
    }
    /// f += (du/dq)' force, force in the frame of U [N].
    void pull_back(const MaterialPoint& point, const Eigen::Vector3d& force,
                   Eigen::Ref<Vector> f) const {
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            f.noalias() += point.weights[a] * (node(point.nodes[a]) * force);
    }
    /// J := du/dq, 3 x r.
    void jacobian(const MaterialPoint& point, Eigen::Ref<Eigen::Matrix3Xd> J) const {
        J.setZero();
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            J.noalias() += point.weights[a] * node(point.nodes[a]).transpose();
    }
    /// U q of all nodes, 3 x n [m]. O(n r): for outputs.
    Points times(const Eigen::Ref<const Vector>& q) const {
        Vector u(rows_.cols());
        player::displacements(rows_, q, u);
        return u.reshaped(3, n_nodes());
    }

private:
    Eigen::MatrixXd rows_;
};

}  // namespace sinew
