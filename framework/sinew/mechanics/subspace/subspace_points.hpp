/// The rows of a basis at the nodes of a body: how material points move with q.
#pragma once

#include <sinew/mechanics/subspace/reduced_points.hpp>

namespace sinew {

/// U by nodes.
class BasisRows {
public:
    /// U: 3 n_nodes x r.
    explicit BasisRows(const Eigen::Ref<const Eigen::MatrixXd>& U) : rows_(U.transpose()) {}

    Index size() const { return rows_.rows(); }
    Index n_nodes() const { return rows_.cols() / 3; }
    /// U of a node, transposed: r x 3.
    auto node(int i) const { return rows_.middleCols<3>(3 * Index(i)); }
    /// U of all nodes, transposed: r x 3 n_nodes.
    const Eigen::MatrixXd& all() const { return rows_; }

    /// The displacement of a point that goes with q.
    Eigen::Vector3d times(const MaterialPoint& point, const Eigen::Ref<const Vector>& q) const {
        Eigen::Vector3d u = Eigen::Vector3d::Zero();
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            u.noalias() += point.weights[a] * (node(point.nodes[a]).transpose() * q);
        return u;
    }
    /// f += (du/dq)' force.
    void pull_back(const MaterialPoint& point, const Eigen::Vector3d& force,
                   Eigen::Ref<Vector> f) const {
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            f.noalias() += point.weights[a] * (node(point.nodes[a]) * force);
    }
    /// du/dq: 3 x r.
    Eigen::Matrix3Xd jacobian(const MaterialPoint& point) const {
        Eigen::Matrix3Xd J = Eigen::Matrix3Xd::Zero(3, size());
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            J.noalias() += point.weights[a] * node(point.nodes[a]).transpose();
        return J;
    }
    /// U q of all nodes, 3 x n. O(n r): for outputs.
    Points times(const Eigen::Ref<const Vector>& q) const {
        return Vector(rows_.transpose() * q).reshaped(3, n_nodes());
    }

private:
    Eigen::MatrixXd rows_;
};

/// x = X + sum of weights times U_i q over the point's nodes. Every query costs O(r), whatever the
/// size of the mesh.
class SubspacePoints final : public ReducedPoints {
public:
    /// `rest`: 3 x n_nodes [m].
    SubspacePoints(const Points& rest, const Eigen::Ref<const Eigen::MatrixXd>& U)
        : rest_(rest), basis_(U) {}

    const BasisRows& basis() const { return basis_; }

    Index size() const override { return basis_.size(); }
    Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const override {
        Eigen::Vector3d x = basis_.times(point, q);
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            x += point.weights[a] * rest_.col(point.nodes[a]);
        return x;
    }
    Eigen::Vector3d velocity(const MaterialPoint& point, const Vector&,
                             const Vector& v) const override {
        return basis_.times(point, v);
    }
    Eigen::Matrix3Xd jacobian(const MaterialPoint& point, const Vector&) const override {
        return basis_.jacobian(point);
    }
    void pull_back(const MaterialPoint& point, const Eigen::Vector3d& force, const Vector&,
                   Vector& f) const override {
        basis_.pull_back(point, force, f);
    }
    Points positions(const Vector& q) const override { return rest_ + basis_.times(q); }
    Points velocities(const Vector&, const Vector& v) const override { return basis_.times(v); }

    void add_share(const MaterialPoint& point, double share, SharedPoints& to) const override {
        if (to.modes.rows() == 0) to.modes.setZero(size(), 3);
        to.total += share;
        for (std::size_t a = 0; a < std::size_t(point.n); ++a)
            to.modes += share * point.weights[a] * basis_.node(point.nodes[a]);
    }
    void pull_back(const SharedPoints& points, const Eigen::Vector3d& force, const Vector&,
                   Vector& f) const override {
        f.noalias() += points.modes * force;
    }
    Eigen::Vector3d displacement(const SharedPoints& points, const Vector& q) const override {
        return points.modes.transpose() * q;
    }

private:
    Points rest_;
    BasisRows basis_;
};

}  // namespace sinew
