/// A handle of a rig that the mouse leads.
#pragma once

#include <sinew/mechanics/rig/rig_handles.hpp>

#include "target_record.hpp"

namespace sinew::view {

/// Words in the first line of a record of targets.
inline constexpr const char* head_of_target = "recorded by `sinew view`";

/// It follows the cursor as a critically damped mass on a spring does: the rig has finite
/// accelerations wherever the mouse jumps to. Where nobody leads it, it is the scene's.
class LedHandle {
public:
    /// Handle `number` of a rig, which outlives it; `path`: of the rig's node.
    LedHandle(RigHandles& rig, Index number, std::string path);

    /// "/arm forearm".
    const std::string& name() const { return name_; }
    Eigen::Vector3d position(double t) const { return rig_.handle_position(number_, t); }
    Eigen::Vector3d target(double t) const { return rig_.handle_target(number_, t); }
    bool is_led() const { return is_led_; }

    /// Goes after the cursor [m], from time t [s] on.
    void follow(const Eigen::Vector3d& cursor, double t);
    /// Leads the point through the step from t - dt to t.
    void step(double t, double dt);
    /// Begins anew, at time 0, led by the scene.
    void reset();

    /// A record of the targets since the start, for `target: !include FILE` of the handle.
    std::string as_target() const;

private:
    RigHandles& rig_;
    Index number_;
    std::string name_;
    bool is_led_ = false;
    Eigen::Vector3d cursor_, x_, v_;  ///< target and its velocity, while it is led
    TargetRecord record_;
};

}  // namespace sinew::view
