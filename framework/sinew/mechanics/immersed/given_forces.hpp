/// Forces on the nodes of bodies that are given for a step.
#pragma once

#include <sinew/mechanics/coupling/coupling.hpp>

namespace sinew {

/// Dead forces, nothing until they are set.
class GivenForces final : public Coupling {
public:
    /// Bodies must outlive this.
    explicit GivenForces(std::vector<Body*> bodies)
        : bodies_(std::move(bodies)), forces_(bodies_.size()) {}

    /// Forces on the nodes of a body from now on, 3 x n_nodes [N].
    void set(std::size_t body, Points forces) { forces_[body] = std::move(forces); }
    /// From now on there are none.
    void clear() { forces_.assign(bodies_.size(), Points(3, 0)); }

    std::vector<Body*> bodies() const override { return bodies_; }
    std::optional<double> stiffness_bound() const override { return 0.0; }
    void evaluate(const PointMotion& motion, double t, PointForces& out) const override;
    double energy(const PointMotion& /*motion*/, double /*t*/) const override { return 0; }
    double potential(const PointMotion& motion, double t) const override;

private:
    template <class Visit>
    void each(Visit&& visit) const {
        for (std::size_t body = 0; body < forces_.size(); ++body)
            for (Index node = 0; node < forces_[body].cols(); ++node) {
                const Eigen::Vector3d force = forces_[body].col(node);
                if (!force.isZero(0)) visit(MaterialPoint::at_node(int(body), int(node)), force);
            }
    }

    std::vector<Body*> bodies_;
    std::vector<Points> forces_;
};

}  // namespace sinew
