/// Record of the forces of the mouse, step by step.
#pragma once

#include <sinew/mechanics/body/body.hpp>
#include <string>
#include <vector>

#include "gripped_point.hpp"
#include "target_record.hpp"

namespace sinew::view {

struct PullRecord {
    const Body* body = nullptr;
    GrippedPoint held;
    double stiffness = 0;                     ///< [N/m]
    double largest_force = 0;                 ///< that the hand felt [N]
    double from = 0, until = 0;               ///< [s]
    Eigen::Vector3d grabbed_at, released_at;  ///< where the point was, in the world [m]
    TargetRecord targets;

    /// Notes the target of the step that ended at `time`.
    void add(double time, const Eigen::Vector3d& target) {
        targets.add(time, target);
        until = time;
    }
};

/// The beginning of a record of pulls.
inline constexpr const char* head_of_loads = "# Recorded by `sinew view`";

/// A list of load/pull, fit for `loads: !include FILE` of the node whose body was pulled.
std::string as_loads(const std::vector<PullRecord>& pulls);

}  // namespace sinew::view
