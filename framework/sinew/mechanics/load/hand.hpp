/// Loads that somebody moves while a run goes on.
#pragma once

#include <sinew/mechanics/load/load.hpp>

namespace sinew {

/// Pulls one point of its body by a spring. Not to be called while a step goes on.
class Hand {
public:
    virtual ~Hand() = default;
    /// `point`: of body 0; stiffness of the spring [N/m], if the hand has none of its own; target:
    /// where it ends, in the world [m]. Returns the stiffness that acts.
    virtual double grab(const MaterialPoint& point, double stiffness,
                        const Eigen::Vector3d& target) = 0;
    /// Moves the end of the spring, in the world [m].
    virtual void move(const Eigen::Vector3d& target) = 0;
    /// Ends the pull.
    virtual void release() = 0;
};

}  // namespace sinew
