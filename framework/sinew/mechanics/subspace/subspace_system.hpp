/// A body in a subspace of its displacements: u = U q, with U'MU = I.
#pragma once

#include <memory>
#include <sinew/mechanics/subspace/dense_tangent.hpp>
#include <sinew/mechanics/subspace/force_model.hpp>
#include <sinew/mechanics/subspace/subspace_loads.hpp>
#include <sinew/mechanics/subspace/subspace_points.hpp>

namespace sinew {

/// What the system reports of how its parts were computed ahead.
struct SubspaceHistory {
    std::string basis, forces;  ///< plugins
    std::string file;           ///< of the basis
    double seconds = 0;         ///< that the basis took
};

/// q'' + D(q) q' + U'f_int(Uq) = U'f_ext, with D = alpha I + beta K+(q) (Rayleigh), K+ the reduced
/// stiffness where the step began, its negative eigenvalues raised to zero.
///
/// Barbic & James 2005, sections 3.3 and 6 and appendix C.
class SubspaceSystem final : public BodySystem {
public:
    /// `full` is the body's system, which outputs ask for stresses; U: 3 n_nodes x r, zero where
    /// the body is held. No step costs more than O(r^3) and what the forces take.
    SubspaceSystem(std::unique_ptr<FullSpaceSystem> full, const BodyParts& parts,
                   const Eigen::Ref<const Eigen::MatrixXd>& U,
                   std::unique_ptr<ReducedForces> forces, SubspaceHistory history);

    Index size() const override { return points_.size(); }
    State initial() const override;
    void move_to(double t) override;
    bool begin_step(State& state, double t, double dt) override;
    void accept(const State& state, double t, const Vector& reactions) override;
    const Prescribed& prescribed() const override { return nothing_prescribed_; }
    void set_damping(const Rayleigh& damping) override;

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies energies(const Vector& q, const Vector& v) override;
    double potential(const Vector& q) override;
    double dissipation(const Vector& v) override;
    bool conservative() const override;
    std::string asymmetry() const override { return loads_.asymmetry(); }
    void apply_mass(const Vector& x, Vector& y) const override { y = x; }
    /// The consistent mass is the identity: there is nothing to lump.
    void lump_kinetic_energy() override {}
    Vector lumped_mass() const override { return Vector::Ones(size()); }
    double highest_frequency(const Vector& q) override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;

    /// Those of full space in units of q: |q| is a displacement times the root of a mass.
    double length_scale() const override { return length_scale_; }
    double force_scale() const override { return force_scale_; }

    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix) override;
    void report(nlohmann::json& report) const override;
    std::string name() const override { return body().path; }

    const Body& body() const override { return full_->body(); }
    bool is_dense() const override { return true; }
    Eigen::Vector3d position(const MaterialPoint& point, const Vector& q) const override;
    Eigen::Vector3d velocity(const MaterialPoint& point, const Vector& q,
                             const Vector& v) const override;
    Points positions(const Vector& q) const override;
    Points velocities(const Vector& q, const Vector& v) const override;
    void add_point_force(const MaterialPoint& point, const Eigen::Vector3d& force, const Vector& q,
                         Vector& f) const override;
    std::vector<Jacobian> point_jacobian(const MaterialPoint& point,
                                         const Vector& q) const override;
    Eigen::MatrixXd deformation_gradients(const Vector& q) const override;
    Eigen::MatrixXd cauchy_stresses(const Vector& q) const override;
    Eigen::VectorXd energy_densities(const Vector& q) const override;
    const State& accepted_state() const override { return accepted_; }
    /// What the supports give, from the full forces at Uq.
    Points reactions() const override;

    const SubspacePoints& points() const { return points_; }
    ReducedForces& reduced_forces() { return *forces_; }

private:
    const Eigen::MatrixXd& damping_stiffness();
    Event& name_body(Event& event) const;

    std::unique_ptr<FullSpaceSystem> full_;
    SubspacePoints points_;
    SubspaceLoads loads_;
    std::unique_ptr<ReducedForces> forces_;
    SubspaceHistory history_;
    Prescribed nothing_prescribed_;
    double length_scale_ = 0, force_scale_ = 0;
    double t_ = 0;

    /// The last exact stiffness and where it was found.
    Vector known_q_, known_f_;
    Eigen::MatrixXd known_K_;
    bool is_known_ = false;

    Rayleigh damping_;
    Vector step_q_;              ///< where the step began
    Eigen::MatrixXd damping_K_;  ///< K+ there
    bool damping_known_ = false;

    DenseTangent tangent_;
    Eigen::MatrixXd K_, C_;
    State accepted_;
    Vector work_;
};

/// Raises the negative eigenvalues of a symmetric matrix to zero; does nothing if it has none.
void clamp_eigenvalues(Eigen::MatrixXd& K);

}  // namespace sinew
