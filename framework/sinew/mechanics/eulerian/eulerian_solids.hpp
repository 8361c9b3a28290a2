/// Elastic solids that share the nodes of a grid with each other and with a fluid.
///
/// A node that several are about has the sum of their masses, and of their momenta.
///
/// Teng 2016, section 5.3.
#pragma once

#include <sinew/mechanics/eulerian/eulerian_solid.hpp>
#include <sinew/mechanics/eulerian/solid_constraint.hpp>
#include <sinew/mechanics/eulerian/solid_contact.hpp>
#include <sinew/mechanics/eulerian/velocity_system.hpp>
#include <sinew/mechanics/grid/grid_solids.hpp>
#include <sinew/mechanics/immersed/immersed_body.hpp>
#include <sinew/mechanics/load/uniform_load.hpp>

namespace sinew {

/// Counts and times of the steps.
struct SolidWork {
    long velocity_iterations = 0;
    int most_velocity_iterations = 0;
    double cells = 0, velocities = 0, advection = 0, contact = 0;  ///< [s] on the wall
    std::size_t n_cells = 0;  ///< that solids fill, at the last step
    Index n_particles = 0;
    std::size_t n_singular = 0;  ///< points that bear no stress
};

/// Settings of the steps of solids.
struct SolidSettings {
    VelocitySystem::Settings velocities;
    bool is_implicit = true;                ///< elastic forces are those of the step's end
    double fluid_density = 1;               ///< [kg/m^3]
    double viscosity = 0;                   ///< of the fluid [Pa s]
    double volume_time = 0.01;              ///< in which errors of volumes heal [s]
    std::optional<RepulsionLaw> repulsion;  ///< of solids and walls; none if absent
    std::optional<int> flat;                ///< the axis along which the grid has one cell
};

/// All solids of a grid.
class EulerianSolids final : public GridSolids {
public:
    EulerianSolids(const Grid& grid, const SolidSettings& settings);

    /// Adds a solid with its constraints, none of which is oblique, and its loads, those that are
    /// per mass or volume; they must outlive this.
    void add(std::unique_ptr<EulerianSolid> solid,
             const std::vector<const Constraint*>& constraints,
             std::vector<const UniformLoad*> loads);
    const std::vector<std::unique_ptr<EulerianSolid>>& solids() const { return solids_; }

    /// Lets bodies with degrees of freedom of their own share the nodes from now on; they must
    /// outlive this. Whoever steps them moves each to where it is before velocities are found.
    void immerse(std::vector<ImmersedBody*> bodies) { immersed_ = std::move(bodies); }

    /// A solid that shares material with the one added last, more than a twentieth of a cell of it;
    /// nullptr if none does.
    const EulerianSolid* overlapping() const;
    /// A solid that fills nodes which the body fills, more than half of what is about them; nullptr
    /// if none does.
    const EulerianSolid* holding(const ImmersedBody& body) const;

    /// The law by which solids and walls repel each other; none if they do not.
    const std::optional<RepulsionLaw>& repulsion() const { return settings_.repulsion; }
    /// From now on they displace a fluid of this density [kg/m^3]; 0: none.
    void set_fluid_density(double density) { settings_.fluid_density = density; }
    /// Moves loads to time t [s].
    void move_to(double t) { t_ = t; }
    /// True if constraints act on a solid, at some time.
    bool are_constrained() const { return !constraints_.empty(); }
    /// Prescribes velocities of what is constrained at time t [s], dt [s] from now.
    void add_conditions(double t, double dt, NodeConditions& conditions);
    /// Lines 2 to 6: masses, forces and stiffness, unless they are those of the present state.
    void evaluate();
    /// The largest component of a velocity [m/s].
    double largest_velocity() const;
    /// The largest component of what bodies may be accelerated by: their loads, as far as nothing
    /// held them in the last step [m/s^2].
    double largest_acceleration() const;
    /// The longest step in which explicit elastic forces are stable, once evaluated; endless if
    /// they are implicit [s].
    double stable_step() const;
    /// One flag for each of the grid's nodes: 1 where more than half of what is about it is a body.
    std::vector<std::uint8_t> filled_nodes() const;
    /// True if a body is within so many cells of another, or of a side that is not passable.
    bool are_near(int cells, const std::array<bool, 6>& passable) const;

    void add(const NodeConditions& conditions, double dt, Vector& masses,
             VectorField& velocity) override;
    void spread(VectorField& w, std::optional<double> tolerance) override;
    Vector volume_stiffness() const override;
    Vector healing_flux(const NodeConditions& conditions) const override;
    const Vector& fluid_parts() const override { return fluid_parts_; }
    /// Lines 12 to 21 for all, from velocities of the grid's nodes [m/s], some of which are
    /// prescribed, between these walls. Immersed bodies take impulses, and are moved by others.
    /// Throws InvertedSolid if one is turned inside out.
    void advance(const VectorField& velocity, const NodeConditions& conditions, const Walls& walls,
                 double dt);
    /// All that `advance` changes, so that it may be taken back; the linear solver goes on.
    Archive before_advance() const;
    /// Takes `advance` back.
    void roll_back(const Archive& before);

    /// True if masses, forces and, where it is wanted, stiffness are those of the present state.
    bool is_evaluated() const { return is_evaluated_; }
    double kinetic_energy() const;    ///< of the solids, once evaluated [J]
    double elastic_energy() const;    ///< [J]
    double potential_energy() const;  ///< of the loads, zero at rest [J]
    const SolidWork& work() const { return work_; }

    void save(Archive& archive, const std::string& prefix) const;
    void restore(const Archive& archive, const std::string& prefix);

private:
    void count(const ConjugateResiduals::Outcome& outcome);
    /// Sets the parts of the cells that are fluid; immersed bodies are not yet taken off.
    void find_fluid_parts();
    /// Takes the fluid that solids displace from the masses of the nodes.
    void displace(Vector& masses) const;
    void displace_by_immersed(Vector& masses);

    Grid grid_;
    SolidSettings settings_;
    std::vector<std::unique_ptr<EulerianSolid>> solids_;
    std::vector<ImmersedBody*> immersed_;
    std::vector<SolidConstraint> constraints_;  ///< of all of them
    std::vector<std::vector<const UniformLoad*>> loads_;
    VelocitySystem system_;
    Vector fluid_parts_;  ///< of each cell, in the last `add`
    double dt_ = 0;       ///< of it
    double t_ = 0;
    bool is_evaluated_ = false;
    SolidWork work_;
};

}  // namespace sinew
