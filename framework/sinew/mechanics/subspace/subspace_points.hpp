/// The rows of a basis at the nodes of a body: how material points move with q.
#pragma once

#include <sinew/mechanics/mesh/mesh.hpp>
#include <sinew/mechanics/system/points.hpp>

namespace sinew {

/// u(X) = sum of weights times U_i q over the point's nodes. Every query costs O(r), whatever the
/// size of the mesh.
class SubspacePoints {
public:
    /// `rest`: 3 x n_nodes [m]; U: 3 n_nodes x r.
    SubspacePoints(const Points& rest, const Eigen::Ref<const Eigen::MatrixXd>& U)
        : rest_(rest), rows_(U.transpose()) {}

    Index size() const { return rows_.rows(); }
    Index n_nodes() const { return rest_.cols(); }
    const Points& rest() const { return rest_; }

    /// U of a node, transposed: r x 3.
    auto node(int i) const { return rows_.middleCols<3>(3 * Index(i)); }
    /// U of all nodes, transposed: r x 3 n_nodes.
    const Eigen::MatrixXd& rows() const { return rows_; }

    Eigen::Vector3d rest(const MaterialPoint& point) const {
        Eigen::Vector3d X = Eigen::Vector3d::Zero();
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            X += point.weights[a] * rest_.col(point.nodes[a]);
        return X;
    }
    /// The displacement that goes with q, or the velocity that goes with q'.
    Eigen::Vector3d displacement(const MaterialPoint& point, const Vector& q) const {
        Eigen::Vector3d u = Eigen::Vector3d::Zero();
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            u.noalias() += point.weights[a] * (node(point.nodes[a]).transpose() * q);
        return u;
    }
    /// f += (du/dq)' force.
    void pull_back(const MaterialPoint& point, const Eigen::Vector3d& force, Vector& f) const {
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            f.noalias() += point.weights[a] * (node(point.nodes[a]) * force);
    }
    /// du/dq: 3 x r.
    Eigen::Matrix<double, 3, Eigen::Dynamic> jacobian(const MaterialPoint& point) const {
        Eigen::Matrix<double, 3, Eigen::Dynamic> J =
            Eigen::Matrix<double, 3, Eigen::Dynamic>::Zero(3, size());
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            J.noalias() += point.weights[a] * node(point.nodes[a]).transpose();
        return J;
    }
    /// U q of all nodes, x y z a node. O(n r): for outputs.
    Vector displacements(const Vector& q) const { return rows_.transpose() * q; }

private:
    Points rest_;
    Eigen::MatrixXd rows_;
};

}  // namespace sinew
