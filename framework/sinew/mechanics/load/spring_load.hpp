/// Springs that pull points of a body, and the force that whoever holds their other ends feels.
#pragma once

#include <functional>
#include <sinew/mechanics/load/load.hpp>

namespace sinew {

/// A spring of no length from a point of body 0 to a point in the world: f = k (target - x).
struct Spring {
    MaterialPoint point;
    double stiffness = 0;    ///< k [N/m]
    Eigen::Vector3d target;  ///< in the world [m]

    /// The force on the point, at present positions [N].
    Eigen::Vector3d force(const Eigen::Vector3d& x) const { return stiffness * (target - x); }
};

/// Base of loads that are springs; their potential is the energy that those store.
class SpringLoad : public Load {
public:
    using Visit = std::function<void(const Spring&)>;

    /// Calls visit for each spring that pulls at time t [s].
    virtual void each_spring(double t, const Visit& visit) const = 0;

    const SpringLoad* springs() const final { return this; }
    bool is_follower() const final { return true; }
    void evaluate(const LoadSite& site, double t, PointForces& out) const final;
    double potential(const LoadSite& site, double t) const final;
};

}  // namespace sinew
