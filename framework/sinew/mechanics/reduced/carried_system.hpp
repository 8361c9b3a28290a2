/// A constrained body in a subspace, whose supports move.
#pragma once

#include <sinew/mechanics/reduced/carried_inertia.hpp>
#include <sinew/mechanics/reduced/framed_system.hpp>
#include <sinew/mechanics/reduced/predicted_step.hpp>
#include <sinew/mechanics/reduced/subspace_parts.hpp>
#include <sinew/mechanics/reduced/support_motion.hpp>

namespace sinew {

/// Supports of a body, and the columns of its basis that follow them.
struct Supports {
    std::unique_ptr<SupportMotion> motion;
    Index n_columns = 0;  ///< the first ones of U, which alone move constrained degrees of freedom
    double largest = 0;   ///< displacement that they go through, seen from the frame [m]
};

/// x = c + R (X + U q), where the frame (c, R) goes with the supports or stands still, and the
/// first columns of U are constraint modes, mass-orthonormal with each other and with the rest:
///
///     q'' + inertia of the frame + D q' + U'f_int(Uq) = U'R'f_ext
///
/// Of the coordinates (c, theta, q) those of the frame and of the constraint modes are prescribed,
/// such that constrained nodes are where constraints put them; accelerations of the supports thus
/// act through M. Damping alpha M acts on velocities in the world, beta K on those in the frame.
///
/// In the columns of what is prescribed the tangent is a secant: it maps what supports still have
/// to go in a step to the change of inertia (centrifugal, Coriolis and Euler forces) and of dead
/// loads along it, with what velocities and accelerations predict of the other coordinates. So one
/// Newton iteration a step is right to second order in the step. In other columns it leaves out
/// Coriolis's force: there Newton's method converges linearly, faster the shorter the step. M is
/// that of the last evaluation.
///
/// Craig & Bampton, Coupling of substructures for dynamic analyses, AIAA Journal 6(7), 1968;
/// Shabana, Dynamics of Multibody Systems, 3rd ed., 2005, ch. 5.
class CarriedSystem final : public FramedSystem {
public:
    /// U: 3 n_nodes x r; its columns beyond `n_columns` are zero where the body is constrained.
    CarriedSystem(SubspaceParts parts, Supports supports);

    /// No mass of it is diagonal, and no player moves its frame: there are no explicit dynamics,
    /// and no export.
    Diagnostic lacks(Facet facet) const override;
    Index size() const override { return points().size(); }
    State initial() const override;
    void move_to(double t) override;
    bool begin_step(State& state, double t, double dt) override;
    void restore(const Archive& archive, const std::string& prefix) override;
    const Prescribed& prescribed() const override { return prescribed_; }

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double kinetic_energy(const Vector& q, const Vector& v) override;
    bool conservative() const override { return false; }
    /// Rows of the frame are zero: what carries it is found by `reactions`.
    void apply_mass(const Vector& x, Vector& y) const override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;
    /// Reactions of the supports [N], from the full forces and inertia.
    Points reactions() const override;

private:
    void prescribe(const SupportState& state);
    void move_inertia_to(const Vector& q);
    void add_velocity_forces(const Vector& v, Vector& f) const;
    void add_inertia_forces(const Vector& v, Vector& f);
    void add_frame_columns(double mass, Eigen::MatrixXd& A) const;
    void add_predicted_inertia(const Vector& q, const Vector& v, double factor, Vector& f);
    void add_secant(const Vector& q, const Vector& v, double c_v, const Eigen::MatrixXd& softening,
                    Eigen::MatrixXd& A);
    Points frame_velocities(const State& at) const;
    Vector nodal_accelerations(const State& at) const;

    Supports supports_;
    Eigen::MatrixXd from_dofs_;  ///< displacements of constrained ones to coordinates
    CarriedInertia inertia_;
    Prescribed prescribed_;
    Vector step_start_;  ///< q where the step began
    PredictedStep predicted_;
    DenseTangent tangent_;
    Forces unwanted_;
    Eigen::Matrix3d R_ = Eigen::Matrix3d::Identity();  ///< of the last evaluation
    Vector q_, f_;                                     ///< q of the last evaluation; room
    Eigen::MatrixXd A_;
    Vector q_end_, s_, g_, work_;  ///< of the secant: what it maps to what
};

}  // namespace sinew
