/// The loads of a body in full space.
#pragma once

#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/load/load.hpp>
#include <vector>

namespace sinew {

/// A stiffness or damping block between two nodes.
struct NodeBlock {
    int row, column;        ///< nodes
    bool is_damping;        ///< else it is stiffness
    Eigen::Matrix3d value;  ///< [N/m], or [N s/m] if it is damping
};

/// Evaluates all loads of a body: vectors of 3 n_nodes forces [N], x y z a node.
class FullSpaceLoads {
public:
    /// Body, loads and mass must outlive this.
    FullSpaceLoads(const Body& body, std::vector<const Load*> loads, const MassMatrix& mass);

    /// Switches all loads on or off from the next move_to on; at first they are on.
    void let_act(bool act) { may_act_ = act; }
    /// Dead loads are summed here, once a time.
    void move_to(double t);
    /// Sum of the dead loads at the time moved to [N].
    const Vector& dead() const { return dead_; }
    /// Adds the loads that follow the body; and, if `blocks` is given, their stiffness.
    void add_followers(const PointMotion& motion, Definiteness definiteness, Vector& f,
                       std::vector<NodeBlock>* blocks) const;

    /// True if a load that follows the body is active.
    bool any_follower() const { return !followers_.empty(); }
    /// True if the stiffness of every active load is symmetric.
    bool symmetric() const;
    /// A load whose stiffness is not symmetric, at any time, in words; or "".
    std::string asymmetry() const;
    /// Sum of potentials [J]; loads that have none are left out.
    double potential(const PointMotion& motion) const;
    /// True if every active load has a potential.
    bool conservative(const PointMotion& motion) const;

private:
    LoadSite site(const PointMotion* motion) const;
    double potential_of(const Load& load, const PointMotion& motion) const;

    const Body& body_;
    std::vector<const Load*> loads_;
    const MassMatrix& mass_;
    double t_ = 0;
    bool may_act_ = true;
    std::vector<const Load*> active_, followers_;
    Vector dead_;
};

}  // namespace sinew
