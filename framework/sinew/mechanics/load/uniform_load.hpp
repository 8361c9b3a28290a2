/// Dead loads that are one vector of time, shared over fixed points.
#pragma once

#include <functional>
#include <sinew/mechanics/load/dead_load.hpp>

namespace sinew {

/// The force on a point is its share times the intensity, so that who knows the shares need not
/// visit the points again.
class UniformLoad : public DeadLoad {
public:
    const UniformLoad* uniform() const final { return this; }
    /// The intensity in the world at time t [s].
    virtual Eigen::Vector3d intensity(const Body& body, double t) const = 0;
    /// The shares of points are their masses or volumes at rest, all of the body's, or else.
    enum class Shares { masses, volumes, others };
    virtual Shares shares() const { return Shares::others; }
    /// `share`: factor of the intensity on the point, in the unit that makes their product a force
    /// [N].
    using Visit = std::function<void(const MaterialPoint& point, double share)>;
    /// Calls visit(point, share) for each point, always the same ones.
    virtual void share_out(const LoadSite& site, const Visit& visit) const = 0;

    /// Gives the force intensity x share [N] on each point.
    void evaluate(const LoadSite& site, double t, PointForces& out) const final {
        const Eigen::Vector3d f = intensity(site.body, t);
        share_out(site,
                  [&](const MaterialPoint& point, double share) { out.force(point, share * f); });
    }
};

}  // namespace sinew
