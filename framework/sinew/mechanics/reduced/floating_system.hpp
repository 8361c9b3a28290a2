/// A free body in a subspace: it deforms in a frame that moves with it.
#pragma once

#include <sinew/mechanics/reduced/floating_inertia.hpp>
#include <sinew/mechanics/reduced/framed_system.hpp>
#include <sinew/mechanics/reduced/predicted_step.hpp>
#include <sinew/mechanics/reduced/subspace_parts.hpp>

namespace sinew {

/// Coordinates (c, theta, q) and velocities (c', Omega, q') of floating_points.hpp, inertia of
/// floating_inertia.hpp, elastic forces f(q) + beta K q' on q alone, since they do not see rigid
/// motion, and damping alpha M(q) v of all.
///
/// The tangent's own derivatives leave out how the terms of velocity (gyroscopic, centrifugal,
/// Coriolis), the mass and the directions of dead loads change. In their place it is a secant of
/// these: it maps the increment to where the step is predicted to end to their difference, and
/// stays symmetric. So one Newton iteration a step is right to second order in the step. Their
/// derivatives where the iterate starts would not do: Newmark's rule starts from velocities near
/// -v, and a term w x J w, extrapolated from there to w, is -3 times itself. Iterates that are
/// near the end do without the secant: there Newton's method converges linearly, faster the
/// shorter the step. M is that of the last evaluation.
class FloatingSystem final : public FramedSystem {
public:
    /// U has no rigid motion in it.
    explicit FloatingSystem(SubspaceParts parts);

    /// No mass of it is diagonal, and no player moves its frame: there are no explicit dynamics,
    /// and no export.
    Diagnostic lacks(Facet facet) const override;
    Index size() const override { return 6 + inertia_.n_deformations(); }
    State initial() const override;
    bool begin_step(State& state, double t, double dt) override;
    void advance(Vector& q, const Vector& dq) const override;

    void forces(const Vector& q, const Vector& v, Forces& out) override;
    Energies stored_energies(const Vector& q, const Vector& v) override;
    double kinetic_energy(const Vector& q, const Vector& v) override;
    bool conservative() const override { return false; }
    void apply_mass(const Vector& x, Vector& y) const override;
    const Tangent& tangent(const Vector& q, const Vector& v, const TangentWeights& weights,
                           Definiteness definiteness, Forces* forces) override;

    /// Nothing holds it.
    Points reactions() const override;

private:
    void add_inertia_forces(const Vector& v, Vector& f);
    void add_predicted_inertia(const Vector& q, const Vector& v, double factor, Vector& f);
    bool find_secant(const Vector& q, const Vector& v, double c_v);

    FloatingInertia inertia_;
    PredictedStep predicted_;
    DenseTangent tangent_;
    Forces unwanted_;
    Vector q_, f_;
    Vector q_end_, s_, Ms_, g_, work_;  ///< of the secant: what it maps to what
    Eigen::MatrixXd A_;
};

}  // namespace sinew
