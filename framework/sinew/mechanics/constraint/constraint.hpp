/// The interface of `constraint/` plugins: nodes of a body whose motion is given.
#pragma once

#include <array>
#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/active_window.hpp>
#include <vector>

namespace sinew {

class Load;

/// The prescribed motion of one node: the axes that are constrained, with position [m], velocity
/// [m/s] and acceleration [m/s^2].
struct ConstrainedNode {
    int node = 0;                                      ///< of the body's mesh
    std::array<bool, 3> axes{true, true, true};        ///< true if constrained
    Eigen::Vector3d position, velocity, acceleration;  ///< in the world [m, m/s, m/s^2]
    /// The position is where the node was when the constraint began to act: `position` at the start
    /// of the run.
    bool where_it_was = false;
    /// The axes, as orthonormal columns: x, y, z of the world but for oblique constraints.
    Eigen::Matrix3d frame = Eigen::Matrix3d::Identity();
};

/// A Dirichlet condition on nodes of a body.
class Constraint : public Object {
public:
    static constexpr const char* kind = "constraint";
    using Common = ActiveWindow;
    Common common;

    /// True if the constrained nodes keep their initial positions for as long as it acts.
    virtual bool still() const { return false; }
    /// True if it constrains directions other than the world's axes: its nodes and their frames
    /// are then the same at any time. Reduced bodies refuse it.
    virtual bool oblique() const { return false; }
    /// Adds the constrained nodes at time t [s] to `out`. The set may differ from time to time.
    virtual void constrain(const Body& body, double t, std::vector<ConstrainedNode>& out) const = 0;
    /// The load that stands for the constraint if it is elastic; nullptr if it prescribes motion.
    virtual const Load* springs() const { return nullptr; }
};

}  // namespace sinew
