/// Record of the forces of the mouse, step by step.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <string>
#include <vector>

#include "gripped_point.hpp"

namespace sinew::view {

struct PullRecord {
    const Body* body = nullptr;
    GrippedPoint held;
    double stiffness = 0;                     ///< [N/m]
    double largest_force = 0;                 ///< that the hand felt [N]
    double from = 0, until = 0;               ///< [s]
    Eigen::Vector3d grabbed_at, released_at;  ///< where the point was, in the world [m]
    struct Key {
        double time;             ///< at the end of a step [s]
        Eigen::Vector3d target;  ///< in the world [m]
    };
    std::vector<Key> keys;

    /// Notes the target of the step that ended at `time`; of a target that stays, the first and the
    /// last step.
    void add(double time, const Eigen::Vector3d& target);
};

/// A list of load/pull, fit for `loads: !include FILE` of the node whose body was pulled.
std::string as_loads(const std::vector<PullRecord>& pulls);

}  // namespace sinew::view
