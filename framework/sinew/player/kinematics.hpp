/// The motion that reduced coordinates give the nodes of a body.
#pragma once

#include <sinew/player/semi_implicit_step.hpp>

namespace sinew::player {

/// Motion of n nodes by r coordinates; on a rig with m poses, what is O(r) is O(m r). No call
/// allocates memory once each has been made.
class Kinematics {
public:
    virtual ~Kinematics() = default;
    /// r and n.
    virtual Index size() const = 0;
    virtual Index n_nodes() const = 0;

    /// The position of a node [m]. O(r).
    virtual Eigen::Vector3d position(Index node, const Vector& q) = 0;
    /// Its velocity [m/s]. O(r).
    virtual Eigen::Vector3d velocity(Index node, const Motion& motion) = 0;
    /// x := positions of all nodes, 3 n numbers [m]. O(n r).
    virtual void positions(const Vector& q, Vector& x) = 0;
    /// The same, of the nodes that carry the surface at least: seen from where the rest shape has
    /// them, if it has a surface of its own.
    virtual void carrying_positions(const Vector& q, Vector& x) { positions(q, x); }

    /// f += work of a force F [N] on points in common: modes are the sum of their share U', as
    /// the kinematics keep them.
    virtual void add_work(const Eigen::MatrixX3d& modes, const Eigen::Vector3d& F, Vector& f) = 0;
    /// Lets a force act on a node beside those that act already [N].
    virtual void apply(Index node, const Eigen::Vector3d& force) = 0;
    /// Takes these forces away.
    virtual void release() = 0;
    /// f += what they do now.
    virtual void add_applied(Vector& f) = 0;
};

}  // namespace sinew::player
