/// Results of bodies at the last committed state, read-only, for outputs.
#pragma once

#include <functional>
#include <optional>
#include <sinew/kernel/graph/node.hpp>
#include <sinew/mechanics/body/body.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>
#include <sinew/mechanics/model/publication.hpp>
#include <sinew/mechanics/system/point_fields.hpp>
#include <sinew/mechanics/system/points.hpp>
#include <sinew/mechanics/system/system.hpp>
#include <sinew/mechanics/visual/visual.hpp>
#include <vector>

namespace sinew {

/// Positions, velocities, reactions and stresses of a body, asked of whatever moves it. Nothing is
/// computed before it is asked for. All vectors are in the world; those of all nodes are 3 x
/// n_nodes.
class BodyResults {
public:
    virtual ~BodyResults() = default;

    /// The body at rest.
    virtual const Body& body() const = 0;
    /// Positions of the nodes in the shape that is free of stress [m].
    virtual Points rest_positions() const { return body().mesh.positions; }
    /// Positions of the nodes [m].
    virtual Points positions() const = 0;
    /// Velocities of the nodes [m/s].
    virtual Points velocities() const = 0;
    /// Position of a point of the body [m].
    virtual Eigen::Vector3d position(const MaterialPoint& point) const = 0;
    /// Velocity of a point of the body [m/s].
    virtual Eigen::Vector3d velocity(const MaterialPoint& point) const = 0;
    /// Masses of the nodes [kg] if the solver lumps them; nullptr if its mass is consistent.
    virtual const Vector* nodal_masses() const { return nullptr; }
    /// Forces of the supports on the nodes [N]; nothing if `lacks_reactions` says why.
    virtual std::optional<Points> reactions() const = 0;
    /// The reason why there are no reactions, and a remedy; nothing if there are. Holds once all is
    /// built.
    virtual std::optional<Diagnostic> lacks_reactions() const { return {}; }
    /// Deformations, stresses and energies at the integration points.
    virtual PointFields point_fields() const = 0;

    /// Positions of a surface that the body carries at time t [s], 3 x n_points [m]: it goes with
    /// the nodes, or as the rig of a posed body takes it, and from there with their displacements.
    Points carried(const VisualSurface& surface, double t) const;
    /// Forces of contact on the body.
    ContactForces contact_forces() const;
    /// Contact forces of that coupling count from now on; it must outlive this.
    void add_coupling(const Coupling& coupling) { couplings_.push_back(&coupling); }

private:
    /// Positions of the surface that the body carries at rest, where it does not go with the nodes.
    virtual Points rest_surface() const { return Points(3, 0); }

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
/// Throws InputError, at `where`, if the body of the node is moved and lacks reactions.
void require_reactions(const SceneNode& node, const SourceMark& where);
/// The results of what the solver on this node steps; nullptr if none does.
const ModelResults* model_results_of(const SceneNode& solver_node);

}  // namespace sinew
