/// Points of a body that moves with q alone.
#pragma once

#include <sinew/mechanics/reduced/one_basis_points.hpp>
#include <sinew/player/step.hpp>

namespace sinew {

/// x = X + sum of weights times U_i q over the point's nodes. Every query costs O(r), whatever the
/// size of the mesh.
class SubspacePoints final : public OneBasisPoints {
public:
    /// `rest`: 3 x n_nodes [m].
    SubspacePoints(const Points& rest, const Eigen::Ref<const Eigen::MatrixXd>& U)
        : OneBasisPoints(U), rest_(rest) {}

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
    void jacobian(const MaterialPoint& point, const Vector&, Eigen::Matrix3Xd& J) const override {
        J.resize(3, size());
        basis_.jacobian(point, J);
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
        player::pull_back(points.modes, force, f);
    }
    Eigen::Vector3d displacement(const SharedPoints& points, const Vector& q) const override {
        return points.modes.transpose() * q;
    }

private:
    Points rest_;
};

}  // namespace sinew
