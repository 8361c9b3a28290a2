/// Several bodies and what couples them, as one System: degrees of freedom one body after another.
#pragma once

#include <memory>
#include <sinew/mechanics/composite/composite_points.hpp>
#include <sinew/mechanics/coupling/coupling.hpp>
#include <sinew/mechanics/system/body_system.hpp>

namespace sinew {

/// The list `bodies` of run.json: the node of each body and what it reports, without those that
/// report nothing.
nlohmann::json report_entries(const std::vector<BodySystem*>& bodies);

/// The System of several bodies and their couplings.
class CompositeSystem final : public System,
                              public Dynamics,
                              public ExplicitDynamics,
                              public Couplings {
public:
    /// Couplings name their bodies; each of these must be carried by one of the systems.
    CompositeSystem(std::vector<BodySystem*> bodies, std::vector<Coupling*> couplings);
    ~CompositeSystem() override;

    /// There if all bodies have it.
    Dynamics* dynamics() override { return dynamics_.empty() ? nullptr : this; }
    /// There if all bodies have it, and all couplings a bound on their stiffness.
    ExplicitDynamics* explicit_dynamics() override { return explicit_.empty() ? nullptr : this; }
    Couplings* couplings() override { return couplings_.empty() ? nullptr : this; }
    /// The reason of the first body or coupling that lacks the facet.
    Diagnostic lacks(Facet facet) const override;

    Index size() const override { return offsets_.back(); }
    /// First degree of freedom of each body, and the number of all at the end.
    const std::vector<Index>& offsets() const { return offsets_; }
    State initial() const override;
    void move_to(double t) override;
    bool changes_dofs() const override;
    bool begin_step(State& state, double t, double dt) override;
    void commit(const State& state, double t, const Vector& reactions) override;
    void advance(Vector& q, const Vector& dq) const override;

    const Prescribed& prescribed() const override { return prescribed_; }
    void set_damping(const Rayleigh& damping) override;
    void let_inertia_act() override;

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double kinetic_energy(const Vector& q, const Vector& v) override;
    double potential(const Vector& q) override;
    double dissipation(const Vector& v) override;
    bool conservative() const override;
    std::string asymmetry() const override;
    void apply_mass(const Vector& x, Vector& y) const override;
    void lump_kinetic_energy() override;
    Vector lumped_mass() const override;
    double highest_frequency(const Vector& q) override;
    double damping_rate(const Vector& q, const Vector& v) override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;

    double largest_step(const Vector& q, const Vector& dq) override;
    std::string obstruction() const override;
    bool update_lagged(const Vector& q, const Vector& v) override;

    double length_scale() const override;
    double force_scale() const override;
    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix) override;
    /// Writes the lists `bodies` and `couplings`.
    void report(nlohmann::json& report) const override;
    std::string name() const override;

private:
    /// The first coupling that knows no bound on its stiffness; nullptr if there is none.
    const Coupling* unbounded_coupling() const;
    void begin_couplings(const State& state, double t, double dt);
    void measure();
    State slice(const State& state, std::size_t body) const;
    /// Calls function(number, coupling, motion) for each coupling that acts at time t, in its name.
    template <class Function>
    void for_each_active(double t, const BodyCoordinates& at, Function&& function);
    /// Coupling::evaluate or damp.
    using HandOver = void (Coupling::*)(const PointMotion&, double, PointForces&) const;
    /// Lets a coupling hand over its forces, and finishes the sink.
    void collect(std::size_t coupling, HandOver hand_over, const CompositeMotion& motion,
                 CompositeForces& sink);
    /// Throws ComputationError if what an active coupling hands over is not finite in the last
    /// state that is admissible either, at the time moved to. Elsewhere it need not be: trial
    /// states of a line search may be where a potential is infinite.
    void refuse_not_finite(std::size_t coupling, HandOver hand_over, const CompositeForces& sink);
    /// Sum of the energies of the active couplings [J].
    double coupling_energy(const BodyCoordinates& at);
    /// Adds the couplings' forces to `external`, and their blocks if weights are given.
    void add_couplings(const Vector& q, const Vector& v, Vector& external,
                       const TangentWeights* weights, Definiteness definiteness,
                       std::vector<CouplingBlock>* blocks);

    std::vector<BodySystem*> bodies_;
    std::vector<Dynamics*> dynamics_;          ///< of the bodies; empty if one has none
    std::vector<ExplicitDynamics*> explicit_;  ///< of the bodies; empty without the facet
    std::vector<Coupling*> couplings_;
    std::vector<std::vector<int>> body_numbers_;  ///< of each coupling's bodies among bodies_
    std::vector<Index> offsets_;
    double time_ = 0;
    Vector admissible_q_, admissible_v_;  ///< of the last commit or start of a step; or empty
    Prescribed prescribed_;
    std::vector<Forces> body_forces_;
    CompositeTangent tangent_;
};

}  // namespace sinew
