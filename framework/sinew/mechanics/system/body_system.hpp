/// A System that moves one body, whatever its degrees of freedom are.
#pragma once

#include <optional>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/system/point_fields.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <sinew/mechanics/system/system.hpp>

namespace sinew {

class ElasticBody;
class PlayableBody;

/// The system of one body. Positions and velocities are in the world; those of all nodes are 3 x
/// n_nodes.
class BodySystem : public System {
public:
    /// The body at rest that it moves.
    virtual const Body& body() const = 0;
    /// The facet that reductions wrap; nullptr if the system is reduced already. The same
    /// throughout its life.
    virtual ElasticBody* elastic_body() { return nullptr; }
    /// The facet that is exported to players; nullptr if none can step such a body. The same
    /// throughout its life.
    virtual PlayableBody* playable() { return nullptr; }
    /// True if it has few degrees of freedom, and every point may depend on all of them.
    virtual bool is_dense() const { return false; }

    /// Position of one point [m], at the cost of that point alone.
    virtual Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const = 0;
    /// Its velocity [m/s].
    virtual Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                                     const Vector& v) const = 0;
    /// A bound on how far any node is at q from where it is at `from` [m], at a cost that does not
    /// grow with the mesh; nothing if the system knows none.
    virtual std::optional<double> moved_since(const Vector& /*from*/, const Vector& /*q*/) const {
        return std::nullopt;
    }
    /// Positions of all nodes in the shape that is free of stress at the time moved to, 3 x n_nodes
    /// [m]: where the mesh is, unless the rest shape moves.
    virtual Points rest_positions() const { return body().mesh.positions; }
    /// Positions of the surface that the body carries, in that shape, where it does not go with the
    /// nodes: 3 x n_points [m]; else empty.
    virtual Points rest_surface() const { return Points(3, 0); }
    /// Positions of all nodes, 3 x n_nodes [m]. O(n_nodes): for outputs.
    virtual Points positions(const Vector& q) const = 0;
    /// True if positions are of the time that it was moved to last, or found where steps write, and
    /// not of q alone: no thread asks for them while another steps it.
    virtual bool points_move_in_time() const { return false; }
    /// Velocities of all nodes, 3 x n_nodes [m/s].
    virtual Points velocities(const Vector& q, const Vector& v) const = 0;

    /// Pulls a force on a point back to the degrees of freedom: f += (dx/dq)' force.
    virtual void add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force,
                                 const Vector& q, Vector& f) const = 0;
    /// dx/dq of a point as (first degree of freedom, 3 x k block) pieces: identity blocks times
    /// weights in full space, rows of U in a subspace.
    struct Jacobian {
        Index first = 0;                                 ///< degree of freedom of the first column
        Eigen::Matrix<double, 3, Eigen::Dynamic> block;  ///< 3 x k
    };
    /// The pieces of dx/dq of a point; degrees of freedom in none of them do not move it.
    virtual std::vector<Jacobian> point_jacobian(const MaterialPoint& point,
                                                 const Vector& q) const = 0;

    /// Deformations, stresses and energies at the integration points, in the world. For outputs.
    virtual PointFields point_fields(const Vector& q) const = 0;

    /// Masses of the nodes [kg] if kinetic energies and momenta are of these; nullptr if they are
    /// of the consistent mass.
    virtual const Vector* nodal_masses() const { return nullptr; }
    /// State of the last commit, for outputs.
    virtual const State& committed_state() const = 0;
    /// Forces of the supports on the nodes at that state [N], 3 x n_nodes.
    virtual Points reactions() const = 0;
};

}  // namespace sinew
