/// The facet of rigs that lead points to targets: a hand may lead them too, while a run goes on.
#pragma once

#include <Eigen/Geometry>
#include <sinew/mechanics/math/types.hpp>
#include <string>

namespace sinew {

/// Points of a rig and their targets. Positions are in the world [m].
class RigHandles {
public:
    virtual ~RigHandles() = default;

    virtual Index n_handles() const = 0;
    /// Name of handle k: of the joint that it belongs to.
    virtual std::string handle_name(Index k) const = 0;
    /// Maps to the world from the frame in which the scene writes targets.
    virtual const Eigen::Affine3d& handle_frame() const = 0;
    /// The position of the point at time t [s], and its target.
    virtual Eigen::Vector3d handle_position(Index k, double t) const = 0;
    virtual Eigen::Vector3d handle_target(Index k, double t) const = 0;

    /// Leads the point to `target` from time t [s] on, whatever the scene says. Targets of earlier
    /// times stay as they were, if each call has a later time than the one before it.
    virtual void lead(Index k, double t, const Eigen::Vector3d& target) = 0;
    /// Gives all points back to the scene.
    virtual void let_go() = 0;
};

}  // namespace sinew
