/// A body in a subspace that changes with the pose of a rig.
#pragma once

#include <optional>
#include <sinew/mechanics/reduced/reduced_system.hpp>

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
/// the acceleration of R U q beside R U q'': Coriolis, centrifugal and Euler terms of a root that
/// turns, and those of a basis that changes with the pose, unless they are neglected, as published:
///
///     c = (R U)+ (q + h q')/h^2 - R U (q/h^2 + q'/h + q-/(h h-)) + (R U)- q-/(h h-)
///
/// of the end (+), the start and the step before (-). Damping is of q', seen from the root.
///
/// M times that sum is found by all nodes, or in closed form where the rest shape is linear in
/// vectors of the rig: then rigid motion of the whole is as exact as in full space. Or by a sample
/// of nodes: then that holds for what the root gives the shapes of the poses. But with all nodes no
/// step costs more the more there are, if forces need few elements, unless loads or outputs ask for
/// points.
///
/// Xu & Barbic 2016, equations 4 to 9 and 16. (Equation 24 lacks a minus: section 4.2 has
/// f_inert = -M Phi''.)
class PoseSpaceSystem final : public ReducedSystem {
public:
    /// `motion`: of parts.full. `bases`: how they were made, for the report. `contacts`: those that
    /// push. `check_every`: number of steps after which errors are found; 0: never.
    PoseSpaceSystem(ReducedParts&& parts, std::unique_ptr<PosedMotion> motion, BasesReport bases,
                    InertiaParts inertia, std::optional<UnilateralContacts> contacts = {},
                    int check_every = 0);
    /// From now on the basis counts as one that does not change, as published.
    void neglect_basis_rate() { has_basis_rate_ = false; }

    Diagnostic lacks(Facet facet) const override;
    Index size() const override { return motion_->basis.size(); }
    State initial() const override;
    void move_to(double t) override;
    bool begin_step(State& state, double t, double dt) override;
    void commit(const State& state, double t, const Vector& reactions) override;
    void let_inertia_act() override { has_inertia_ = true; }

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double potential(const Vector& q) override;
    double kinetic_energy(const Vector& q, const Vector& v) override;
    bool conservative() const override;
    void apply_mass(const Vector& x, Vector& y) const override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;

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

private:
    /// The start of a step.
    struct StepStart {
        double dt = 0;  ///< of the step [s]; 0: there is none
        Vector q, v;
        Eigen::Isometry3d root = Eigen::Isometry3d::Identity();
        Vector weights = {};  ///< of the poses
        Vector u = {};        ///< U q, as the basis keeps it
    };
    /// c as displacements that the basis keeps, each to be turned by R of its time.
    struct BasisAcceleration {
        Vector end, start, before;
        Eigen::Matrix3d R_start, R_before;
    };

    void follow(double t);
    void find_inertia();
    void check_errors(const Vector& q);
    bool root_turns() const;
    bool basis_moves() const;
    BasisAcceleration basis_acceleration() const;
    Vector inertia_of_all() const;
    Vector inertia_of_sample() const;
    Vector inertia_in_closed_form() const;
    Vector node_accelerations() const;
    RootAcceleration root_acceleration() const;

    std::unique_ptr<PosedMotion> motion_;
    BasesReport bases_;
    InertiaParts parts_;
    std::optional<ErrorCheck> check_;
    std::optional<UnilateralContacts> contacts_;
    double deepest_ = 0;  ///< penetration in all steps so far [m]
    /// Seconds that geometry and rows of the elements of forces, and inertia, have taken.
    double seconds_rows_ = 0, seconds_inertia_ = 0;
    StepStart step_, before_;  ///< the step begun last, and the one before it
    StepStart done_;           ///< the last step that was done
    Vector start_term_;        ///< of the step's start in c, as the basis keeps it
    bool has_inertia_ = false, is_in_step_ = false, has_basis_rate_ = true;
    Vector inertia_;  ///< the force on q of accelerations that q'' does not hold
    DenseTangent tangent_;
    Forces unwanted_;
    Vector Mv_;
};

}  // namespace sinew::pose_space
