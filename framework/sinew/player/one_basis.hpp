/// Nodes of a body in one basis: x = X + U q.
#pragma once

#include <sinew/player/kinematics.hpp>

namespace sinew::player {

class OneBasis final : public Kinematics {
public:
    /// `rows`: U', r x 3 n. `rest`: X, x y z of each node in the world [m].
    OneBasis(Eigen::MatrixXd rows, Vector rest);

    Index size() const override { return rows_.rows(); }
    Index n_nodes() const override { return rows_.cols() / 3; }
    Eigen::Vector3d position(Index node, const Vector& q) override;
    Eigen::Vector3d velocity(Index node, const Motion& motion) override;
    void positions(const Vector& q, Vector& x) override;
    void add_work(const Eigen::MatrixX3d& modes, const Eigen::Vector3d& F, Vector& f) override;
    void apply(Index node, const Eigen::Vector3d& force) override;
    void release() override { applied_.setZero(); }
    void add_applied(Vector& f) override { f += applied_; }

private:
    Eigen::MatrixXd rows_;
    Vector rest_, applied_;
    Eigen::MatrixX3d modes_;
};

}  // namespace sinew::player
