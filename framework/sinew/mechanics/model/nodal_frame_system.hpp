/// A system seen along the axes of its nodes, so that skew Dirichlet conditions hold single degrees
/// of freedom.
#pragma once

#include <memory>
#include <sinew/mechanics/model/nodal_frame_tangent.hpp>
#include <sinew/mechanics/system/system.hpp>

namespace sinew {

/// Another system in the coordinates x~ = T'x, T the axes of the nodes in its prescribed().frames
/// (identity elsewhere; 3 x 3 a node): forces are T'f, tangents T'AT. Integrators and Newton's
/// method step it as any other; what the system commits, and outputs read, is in the world.
///
/// Nodes with frames must belong to bodies in full space, whose `advance` adds and whose lumped
/// mass is the same in all directions.
class NodalFrameSystem final : public System, Dynamics, ExplicitDynamics, Couplings {
public:
    /// `system` must outlive this.
    explicit NodalFrameSystem(System& system) : system_(system) {}

    Dynamics* dynamics() override { return system_.dynamics() ? this : nullptr; }
    ExplicitDynamics* explicit_dynamics() override {
        return system_.explicit_dynamics() ? this : nullptr;
    }
    Couplings* couplings() override { return system_.couplings() ? this : nullptr; }
    Diagnostic lacks(Facet facet) const override { return system_.lacks(facet); }

    Index size() const override { return system_.size(); }
    State initial() const override;
    void move_to(double t) override { system_.move_to(t); }
    bool changes_dofs() const override { return system_.changes_dofs(); }
    bool begin_step(State& state, double t, double dt) override;
    void commit(const State& state, double t, const Vector& reactions) override;
    void advance(Vector& q, const Vector& dq) const override { system_.advance(q, dq); }
    const Prescribed& prescribed() const override { return system_.prescribed(); }

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double potential(const Vector& q) override { return system_.potential(in_world(q)); }
    bool conservative() const override { return system_.conservative(); }
    std::string asymmetry() const override { return system_.asymmetry(); }
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;

    double largest_step(const Vector& q, const Vector& dq) override {
        return system_.couplings()->largest_step(in_world(q), in_world(dq));
    }
    std::string obstruction() const override { return system_.couplings()->obstruction(); }
    bool update_lagged(const Vector& q, const Vector& v) override {
        return system_.couplings()->update_lagged(in_world(q), in_world(v));
    }

    double length_scale() const override { return system_.length_scale(); }
    double force_scale() const override { return system_.force_scale(); }
    void save(Archive& archive, const std::string& prefix) const override {
        system_.save(archive, prefix);
    }
    void restore(const Archive& archive, const std::string& prefix) override {
        system_.restore(archive, prefix);
    }
    void report(nlohmann::json& report) const override { system_.report(report); }
    std::string name() const override { return system_.name(); }

    void apply_mass(const Vector& x, Vector& y) const override;
    double kinetic_energy(const Vector& q, const Vector& v) override {
        return system_.dynamics()->kinetic_energy(in_world(q), in_world(v));
    }
    void set_damping(const Rayleigh& damping) override { system_.dynamics()->set_damping(damping); }
    void let_inertia_act() override { system_.dynamics()->let_inertia_act(); }
    double dissipation(const Vector& v) override {
        return system_.dynamics()->dissipation(in_world(v));
    }

    Vector lumped_mass() const override { return system_.explicit_dynamics()->lumped_mass(); }
    void lump_kinetic_energy() override { system_.explicit_dynamics()->lump_kinetic_energy(); }
    double highest_frequency(const Vector& q) override {
        return system_.explicit_dynamics()->highest_frequency(in_world(q));
    }
    double damping_rate(const Vector& q, const Vector& v) override {
        return system_.explicit_dynamics()->damping_rate(in_world(q), in_world(v));
    }

private:
    const NodalFrames& frames() const { return system_.prescribed().frames; }
    Vector in_world(Vector x) const;
    State in_world(const State& state) const;
    State in_axes(State state) const;
    void rotate(Forces& forces) const;

    System& system_;
    std::unique_ptr<NodalFrameTangent> tangent_;
};

}  // namespace sinew
