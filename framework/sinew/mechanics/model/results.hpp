/// Results of bodies at the last committed state, read-only, for outputs.
#pragma once

#include <functional>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>
#include <sinew/mechanics/model/publication.hpp>
#include <sinew/mechanics/system/body_system.hpp>
#include <sinew/mechanics/visual/visual.hpp>
#include <vector>

namespace sinew {

/// Positions, velocities, reactions and stresses of a body. Nothing is computed before it is asked
/// for. All vectors are in the world.
class BodyResults {
public:
    /// Results of that system, which must outlive this.
    explicit BodyResults(const BodySystem& system) : system_(system) {}

    /// The body at rest.
    const Body& body() const { return system_.body(); }

    /// Positions of the nodes in the shape that is free of stress, 3 x n_nodes [m].
    Points rest_positions() const { return system_.rest_positions(); }
    /// Positions of the nodes, 3 x n_nodes [m].
    Points positions() const { return system_.positions(state().q); }
    /// Positions of a surface that the body carries at time t [s], 3 x n_points [m]: it goes with
    /// the nodes, or as the rig of a posed body takes it, and from there with their displacements.
    Points carried(const VisualSurface& surface, double t) const;
    /// Velocities of the nodes, 3 x n_nodes [m/s].
    Points velocities() const { return system_.velocities(state().q, state().v); }
    /// Position of a point of the body [m].
    Eigen::Vector3d position(const MaterialPoint& point) const {
        return system_.position(point, state().q);
    }
    /// Velocity of a point of the body [m/s].
    Eigen::Vector3d velocity(const MaterialPoint& point) const {
        return system_.velocity(point, state().q, state().v);
    }
    /// Masses of the nodes [kg] if the solver lumps them; nullptr if its mass is consistent.
    const Vector* nodal_masses() const { return system_.nodal_masses(); }
    /// Forces of the supports on the nodes, 3 x n_nodes [N].
    Points reactions() const { return system_.reactions(); }

    /// Deformations, stresses and energies at the integration points.
    PointFields point_fields() const { return system_.point_fields(state().q); }

    /// Forces of contact on the body.
    ContactForces contact_forces() const;
    /// Contact forces of that coupling count from now on; it must outlive this.
    void add_coupling(const Coupling& coupling) { couplings_.push_back(&coupling); }

private:
    const State& state() const { return system_.committed_state(); }

    const BodySystem& system_;
    std::vector<const Coupling*> couplings_;
};

/// The results of all bodies that one solver steps together.
struct ModelResults {
    std::vector<const BodyResults*> bodies;
    std::vector<const Coupling*> couplings;
    /// Energies at the solver's last committed state [J]; empty if the solver publishes none.
    std::function<Energies()> energies;
};

/// The node whose solver steps this one: itself, or else the nearest above; nullptr if none does.
SceneNode* solver_node_of(SceneNode& node);
/// The results of the node's body; nullptr as long as no solver steps it.
const BodyResults* results_of(const SceneNode& node);
/// The results of what the solver on this node steps; nullptr if none does.
const ModelResults* model_results_of(const SceneNode& solver_node);

}  // namespace sinew
