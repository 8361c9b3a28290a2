/// Common part of all reduced bodies.
#pragma once

#include <memory>
#include <sinew/mechanics/formulation/formulation.hpp>
#include <sinew/mechanics/reduced/changing_body.hpp>
#include <sinew/mechanics/reduced/damped_force_model.hpp>
#include <sinew/mechanics/reduced/dense_tangent.hpp>
#include <sinew/mechanics/reduced/reduced_points.hpp>
#include <sinew/mechanics/reduced/subspace_loads.hpp>

namespace sinew {

/// History of the precomputation of a system's parts, for its report.
struct SubspaceHistory {
    std::string basis, forces;  ///< plugins
    std::string file;           ///< of the basis
    double seconds = 0;         ///< that the basis took [s]
    std::string key = {};       ///< of all that q means: the basis, and which of its vectors
};

/// The parts of a reduced body but for its basis.
struct ReducedParts {
    /// The body's system, which outputs ask for stresses.
    std::unique_ptr<ElasticBody> full;
    BodyParts body;
    std::unique_ptr<ReducedForces> forces;
    SubspaceHistory history;
    std::unique_ptr<ChangingBody> changes = {};  ///< nullptr if its material stays as it is
};

/// A body whose elastic forces depend on r coordinates, the last of q, which a force model knows.
class ReducedSystem : public BodySystem, public Dynamics {
public:
    Dynamics* dynamics() final { return this; }
    void move_to(double t) override;
    bool begin_step(State& state, double t, double dt) override;
    void commit(const State& state, double t, const Vector& reactions) override;
    const Prescribed& prescribed() const override { return nothing_prescribed_; }
    void set_damping(const Rayleigh& damping) override;
    std::string asymmetry() const override { return loads_->asymmetry(); }

    double potential(const Vector& q) override;
    double dissipation(const Vector& v) override;

    /// The scales of full space in units of q [m kg^1/2], where |q| is a displacement times the
    /// root of a mass, and of its forces [N kg^-1/2].
    double length_scale() const override { return length_scale_; }
    double force_scale() const override { return force_scale_; }
    bool is_dense() const override { return true; }
    const Body& body() const override { return full_->body(); }
    std::string name() const override { return body().path; }

    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix) override;
    void report(nlohmann::json& report) const override;

    Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const override {
        return points_->position(point, q);
    }
    Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                             const Vector& v) const override {
        return points_->velocity(point, q, v);
    }
    Points positions(const Vector& q) const override { return points_->positions(q); }
    Points velocities(const Vector& q, const Vector& v) const override {
        return points_->velocities(q, v);
    }
    void add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force, const Vector& q,
                         Vector& f) const override {
        points_->pull_back(point, force, q, f);
    }
    std::vector<Jacobian> point_jacobian(const MaterialPoint& point,
                                         const Vector& q) const override {
        std::vector<Jacobian> pieces(1);
        points_->jacobian(point, q, pieces[0].block);
        return pieces;
    }
    const State& committed_state() const override { return committed_; }
    PointFields point_fields(const Vector& q) const override;

    /// The force model, without damping.
    ReducedForces& reduced_forces() const { return forces_.model(); }

protected:
    ReducedSystem(ReducedParts&& parts, std::unique_ptr<ReducedPoints> points);

    ElasticBody& full() const { return *full_; }
    const ReducedPoints& points() const { return *points_; }
    /// The part of q that deforms the body.
    auto deformation(const Vector& q) const { return q.tail(points_->n_deformations()); }
    /// U times that: 3 n_nodes numbers, in the body's frame [m].
    Vector full_displacements(const Vector& q) const;
    SubspaceLoads& loads() const { return *loads_; }
    DampedForceModel& elastic() { return forces_; }
    const DampedForceModel& elastic() const { return forces_; }
    /// alpha [1/s].
    double mass_damping() const { return mass_damping_; }
    /// f += alpha M v [N kg^-1/2]; both have size() numbers.
    void add_mass_damping(const Vector& v, Vector& f) const;
    /// U'MU [1] where densities change; nullptr where it is the identity.
    const Eigen::MatrixXd* changed_mass() const {
        return changes_ && changes_->changes_density() ? &changes_->mass() : nullptr;
    }
    /// True if constants of the material change while the body moves.
    bool changes_materials() const { return changes_ && changes_->any(); }
    /// The plugin that made the forces.
    const std::string& forces_plugin() const { return history_.forces; }
    double time() const { return t_; }
    Event& name_body(Event& event) const;
    /// Adds forces of loads to `external`, of size() numbers, and c_K K + c_D C of theirs to A, of
    /// size() x size(), if it is given. Returns whether that is symmetric.
    bool add_loads(const Vector& q, const Vector& v, const TangentWeights& weights,
                   Definiteness definiteness, Vector& external, Eigen::MatrixXd* A);
    void set_committed(State state) { committed_ = std::move(state); }

private:
    std::unique_ptr<ReducedPoints> points_;
    std::unique_ptr<ElasticBody> full_;
    std::unique_ptr<SubspaceLoads> loads_;
    DampedForceModel forces_;
    SubspaceHistory history_;
    std::unique_ptr<ChangingBody> changes_;
    Prescribed nothing_prescribed_;
    double length_scale_ = 0, force_scale_ = 0;
    double mass_damping_ = 0;
    double t_ = 0;
    State committed_;
    Eigen::MatrixXd K_, C_;  ///< of loads that follow
    mutable Vector Mv_;
};

}  // namespace sinew
