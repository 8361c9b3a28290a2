/// A body with the displacements of its nodes as degrees of freedom q: x y z a node, in the world.
#pragma once

#include <memory>
#include <optional>
#include <sinew/mechanics/assembly/assembler.hpp>
#include <sinew/mechanics/assembly/block_tangent.hpp>
#include <sinew/mechanics/assembly/mass.hpp>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/full_space/full_space_constraints.hpp>
#include <sinew/mechanics/full_space/full_space_damping.hpp>
#include <sinew/mechanics/full_space/full_space_loads.hpp>
#include <sinew/mechanics/full_space/moving_rest.hpp>
#include <sinew/mechanics/reduction/elastic_body.hpp>

namespace sinew {

/// M q'' + D(u) u' + f_int(u) = f_ext(q, t), with D = alpha M + beta K(u) (Rayleigh), where K is
/// the PSD-projected stiffness unless the exact one is asked for: that of a compressed body may be
/// indefinite, and damping by it drives what it should slow. It stays, while a step lasts, what it
/// was where the step began.
///
/// q are displacements of nodes from X, where the mesh is. The body deforms by u = q, or by
/// u = q - (Phi(t) - X) if its rest shape Phi moves.
class FullSpaceSystem final : public ElasticBody, public Dynamics, public ExplicitDynamics {
public:
    /// The body stays where it is as long as the system lives.
    /// `rest`: the rest shape if it moves, which the elements follow.
    /// `of_mass`: the mesh that masses are of, with the body's elements; nullptr: that of the body.
    FullSpaceSystem(Body& body, const BodyParts& parts, std::unique_ptr<ElementForces> elements,
                    std::unique_ptr<RestShape> rest = nullptr, const VolumeMesh* of_mass = nullptr);

    Dynamics* dynamics() override { return this; }
    ExplicitDynamics* explicit_dynamics() override { return this; }
    Index size() const override { return 3 * body_.mesh.n_nodes(); }
    State initial() const override;
    void move_to(double t) override;
    bool begin_step(State& state, double t, double dt) override;
    void commit(const State& state, double t, const Vector& reactions) override;
    const Prescribed& prescribed() const override { return constraints_.prescribed(); }
    void set_damping(const Rayleigh& damping) override;
    void let_inertia_act() override { has_inertia_ = true; }

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double kinetic_energy(const Vector& q, const Vector& v) override;
    double potential(const Vector& q) override;
    double dissipation(const Vector& v) override { return damping_.dissipation(rate(v)); }
    bool conservative() const override;
    std::string asymmetry() const override { return loads_.asymmetry(); }
    void apply_mass(const Vector& x, Vector& y) const override { mass_.multiply(x, y); }
    void lump_kinetic_energy() override { is_lumped_ = true; }
    Vector lumped_mass() const override;
    /// A bound [rad/s] that is never below the highest frequency of the exact K(q) with the lumped
    /// mass (see the source); nor of the PSD-projected one, if damping is proportional to it.
    double highest_frequency(const Vector& q) override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;

    /// The diagonal of the bounding box at rest [m].
    double length_scale() const override { return length_scale_; }
    /// A modulus (the mean stiffness of nodes at rest over the mean element size) times an area (of
    /// the cube that has the body's volume) [N].
    double force_scale() const override { return force_scale_; }

    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix) override;
    void report(nlohmann::json& report) const override;
    std::string name() const override { return body_.path; }

    const Body& body() const override { return body_; }
    Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const override;
    Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                             const Vector& v) const override;
    Points rest_positions() const override;
    Points rest_surface() const override;
    Points positions(const Vector& q) const override;
    Points velocities(const Vector& q, const Vector& v) const override;
    void add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force, const Vector& q,
                         Vector& f) const override;
    std::vector<Jacobian> point_jacobian(const MaterialPoint& point,
                                         const Vector& q) const override;
    PointFields point_fields(const Vector& q) const override;
    const Vector* nodal_masses() const override { return is_lumped_ ? &mass_.lumped() : nullptr; }
    const State& committed_state() const override { return committed_; }
    Points reactions() const override { return reactions_; }

    void let_loads_act(bool act) override {
        loads_.let_act(act);
        move_to(t_);
    }
    void add_load_stiffness(const Vector& q, BlockMatrix& K) const override;
    const RestShape* rest_shape() const override { return shape_.get(); }
    Assembler& assembler() override { return assembler_; }
    const MassMatrix& mass() const override { return mass_; }

private:
    Event& name_body(Event& event) const;
    void move_rest();
    void find_further_inertia();
    /// u and its rate.
    const Vector& deformation(const Vector& q) const { return rest_ ? rest_->deformation(q) : q; }
    const Vector& rate(const Vector& v) const { return rest_ ? rest_->deformation_rate(v) : v; }
    double frequency_bound(const Vector& q, Definiteness definiteness);
    std::vector<NodeBlock> load_stiffness(const Vector& q, Definiteness definiteness) const;
    void add_load_blocks(const std::vector<NodeBlock>& blocks, const TangentWeights& weights);
    Event assemble(const Vector& u, const TangentWeights& weights, Definiteness definiteness,
                   bool is_loaded, Vector& internal);
    void fit_pattern(const std::vector<NodeBlock>& blocks);
    void set_force_scale();

    Body& body_;
    mutable Assembler assembler_;
    MassMatrix mass_;
    std::unique_ptr<RestShape> shape_;
    Index most_limited_ = 0;  ///< elements at once that the rest shape's least stretch has limited
    std::optional<MovingRest> rest_;  ///< nothing: it stays where the mesh is
    FullSpaceConstraints constraints_;
    FullSpaceLoads loads_;
    FullSpaceDamping damping_;
    BlockTangent tangent_;
    bool is_lumped_ = false;  ///< of kinetic energies
    bool has_inertia_ = false;
    /// Factors of stiffness and of mass in the tangent that is kept; nothing if none is.
    std::optional<std::pair<double, double>> kept_;
    double t_ = 0;
    double length_scale_ = 0, force_scale_ = 0;

    State committed_;
    Points reactions_;
    Vector work_;
    /// Force [N] by which a rest shape's factor on inertia differs from what M q'' holds in the
    /// step begun; empty if it does not.
    Vector further_inertia_;
};

}  // namespace sinew
