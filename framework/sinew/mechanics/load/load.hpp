/// The interface of `load/` plugins: forces on the body of the node they stand on.
#pragma once

#include <sinew/kernel/object.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/active_window.hpp>
#include <sinew/mechanics/system/points.hpp>

namespace sinew {

/// The body that a load acts on, with its present motion.
struct LoadSite {
    const Body& body;
    int body_index = 0;                   ///< for MaterialPoint::body
    const PointMotion* motion = nullptr;  ///< present positions (follower loads)
    /// Consistent nodal masses [kg] and nodal shares of the rest volume [m^3].
    const Vector& nodal_mass;
    const Vector& nodal_volume;
};

/// Traits of loads, which a plugin lists as `static constexpr std::array traits{...}`.
namespace load_trait {
/// Its stiffness may be unsymmetric: Load::symmetric is false.
inline constexpr const char* unsymmetric = "unsymmetric";
/// It follows the motion, otherwise than as springs of its nodes to given positions do:
/// Load::is_follower without Load::affine.
inline constexpr const char* follows_motion = "follows_motion";
}  // namespace load_trait

class UniformLoad;
class SpringLoad;
class Hand;

/// Forces on a body.
class Load : public Object {
public:
    static constexpr const char* kind = "load";
    using Common = ActiveWindow;
    Common common;

    /// True if the force depends on the positions of the body (follower): it is evaluated at every
    /// iterate, with stiffness.
    virtual bool is_follower() const { return false; }
    /// True for a load that follows the motion if its forces are affine in displacements, node by
    /// node, with a stiffness that is the same at all times at which it acts (springs to given
    /// positions).
    virtual bool affine() const { return false; }
    /// The load as one vector of time that fixed points share; nullptr if it is none.
    virtual const UniformLoad* uniform() const { return nullptr; }
    /// The load as springs; nullptr if it is none.
    virtual const SpringLoad* springs() const { return nullptr; }
    /// The hand by which a user drags the body while it runs; nullptr if it is none.
    virtual Hand* hand() { return nullptr; }
    const Hand* hand() const { return const_cast<Load*>(this)->hand(); }
    /// True if its stiffness is always symmetric.
    virtual bool symmetric() const { return true; }
    /// Gives the forces [N] at time t [s], and the stiffness [N/m] of a load that follows the
    /// motion.
    virtual void evaluate(const LoadSite& site, double t, PointForces& out) const = 0;
    /// Potential energy [J] at present positions, for dead loads: minus force . displacement. NaN
    /// if there is none, and for whatever gives out.damping: no dissipation is asked of loads.
    virtual double potential(const LoadSite& site, double t) const = 0;
};

}  // namespace sinew
