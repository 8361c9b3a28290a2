/// The interface of `constraint/` plugins: nodes of a body whose motion is given.
#pragma once

#include <array>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/active_window.hpp>
#include <vector>

namespace sinew {

class Load;

/// The given motion of one node: axes that are held (world frame), and where they are.
struct HeldNode {
    int node = 0;
    std::array<bool, 3> axes{true, true, true};
    Eigen::Vector3d position, velocity, acceleration;  ///< in the world
    /// The position is where the node was when the constraint began to act: `position` at the start
    /// of the run.
    bool where_it_was = false;
};

class Constraint : public Object {
public:
    static constexpr const char* kind = "constraint";
    using Common = ActiveWindow;
    Common common;

    /// Whether what it holds stays at the place of the start for as long as it acts.
    virtual bool still() const { return false; }
    /// The held nodes at time t. The set may differ from time to time.
    virtual void hold(const Body& body, double t, std::vector<HeldNode>& out) const = 0;
    /// Forces in the place of a hold, or nullptr.
    virtual const Load* springs() const { return nullptr; }
};

}  // namespace sinew
