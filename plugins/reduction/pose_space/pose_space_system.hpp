/// A body in a subspace that changes with the pose of a rig.
#pragma once

#include <optional>
#include <sinew/mechanics/pose_space/basis_history.hpp>
#include <sinew/mechanics/reduced/reduced_system.hpp>
#include <sinew/mechanics/system/playable_body.hpp>

#include "bases_report.hpp"
#include "error_check.hpp"
#include "inertia_parts.hpp"
#include "posed_motion.hpp"
#include "unilateral_contacts.hpp"

namespace sinew::pose_space {

/// x = Phi(p) + R U(p) q, with the rest shape Phi, the turn R of the root and the mixed basis U:
///
///     M~ q'' + D~ q' + U'R'f_int(Phi, R U q) = U'R'(f_ext - M (gain Phi'' + c)),     M~ = U'M U
///
/// Phi'' are differences over steps, as of formulation/posed. c, in the same way, is what adds to
/// the acceleration of R U q beside R U q'' (BasisHistory). Damping is of q', seen from the root.
///
/// M times that sum is found by all nodes, or in closed form where the rest shape is linear in
/// vectors of the rig: then rigid motion of the whole is as exact as in full space. Or by a sample
/// of nodes: then that holds for what the root gives the shapes of the poses. But with all nodes no
/// step costs more the more there are, if forces need few elements, unless loads or outputs ask for
/// points.
///
/// A body that couplings act on has a first coordinate beside q, the prescribed s of its motion's
/// transition: paths that couplings see are straight.
///
/// Xu & Barbic 2016, equations 4 to 9 and 16. (Equation 24 lacks a minus: section 4.2 has
/// f_inert = -M Phi''.)
class PoseSpaceSystem final : public ReducedSystem, public PlayableBody {
public:
    /// `motion`: of parts.full. `bases`: how they were made, for the report. `contacts`: those that
    /// push. `check_every`: number of steps after which errors are found; 0: never.
    PoseSpaceSystem(ReducedParts&& parts, std::unique_ptr<PosedMotion> motion, BasesReport bases,
                    InertiaParts inertia, std::optional<UnilateralContacts> contacts = {},
                    int check_every = 0);
    /// From now on the basis counts as one that does not change, as published.
    void neglect_basis_rate() { history_.neglect_basis_rate(); }

    Diagnostic lacks(Facet facet) const override;
    Index size() const override { return points().size(); }
    State initial() const override;
    void move_to(double t) override;
    bool begin_step(State& state, double t, double dt) override;
    void commit(const State& state, double t, const Vector& reactions) override;
    const Prescribed& prescribed() const override {
        return motion_->transition ? motion_->transition->prescribed()
                                   : ReducedSystem::prescribed();
    }
    void let_inertia_act() override { has_inertia_ = true; }

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double potential(const Vector& q) override;
    double kinetic_energy(const Vector& q, const Vector& v) override;
    bool conservative() const override;
    void apply_mass(const Vector& x, Vector& y) const override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;

    /// The transition alone for nodes that are fixed: it is what they go with the rig by.
    std::vector<Jacobian> point_jacobian(const MaterialPoint& point,
                                         const Vector& q) const override;
    PointFields point_fields(const Vector& q) const override;
    Points rest_positions() const override { return motion_->rest.all(); }
    bool points_move_in_time() const override { return true; }
    Points rest_surface() const override { return motion_->rest.shape().surface(time()); }
    /// Reactions of the supports [N], from the full forces and inertia; without damping by
    /// stiffness, and what unilateral contacts push constrained corners of triangles with.
    Points reactions() const override;

    void save(Archive& archive, const std::string& prefix) const override;
    void restore(const Archive& archive, const std::string& prefix) override;
    void report(nlohmann::json& report) const override;
    PlayableBody* playable() override { return this; }
    void export_to(Archive& archive, const std::vector<double>& times,
                   const SourceMark& where) override;

private:
    void follow(double t);
    /// All coordinates, of s and the r of the deformation, or all rates; without a transition q.
    Vector with_time(double s, const Vector& q) const;
    /// The coordinates that come nearest to displacements or velocities of all nodes.
    Vector projected(const Points& u) const;
    void jump(double t, State& state);
    void find_inertia();
    void check_errors(const Vector& q);
    Vector inertia_of_all() const;
    Vector node_accelerations() const;

    std::unique_ptr<PosedMotion> motion_;
    BasesReport bases_;
    InertiaParts parts_;
    std::optional<ErrorCheck> check_;
    std::optional<UnilateralContacts> contacts_;
    double deepest_ = 0;  ///< penetration in all steps so far [m]
    /// Seconds that geometry and rows of the elements of forces, and inertia, have taken.
    double seconds_rows_ = 0, seconds_inertia_ = 0;
    BasisHistory history_;
    bool has_inertia_ = false;
    Points accelerations_;
    Vector inertia_;  ///< the force on q of accelerations that q'' does not hold
    DenseTangent tangent_;
    Forces unwanted_;
    Vector q_, f_;
    Eigen::MatrixXd A_;
    Vector Mv_;
};

}  // namespace sinew::pose_space
