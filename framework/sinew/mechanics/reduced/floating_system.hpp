/// A free body in a subspace: it deforms in a frame that moves with it.
#pragma once

#include <sinew/mechanics/reduced/floating_inertia.hpp>
#include <sinew/mechanics/reduced/framed_system.hpp>

namespace sinew {

/// Coordinates (c, theta, q) and velocities (c', Omega, q') of floating_points.hpp, inertia of
/// floating_inertia.hpp, elastic forces f(q) + beta K q' on q alone, since they do not see rigid
/// motion, and damping alpha M(q) v of all.
///
/// The tangent leaves out how the terms of velocity, and the directions of forces, change: Newton's
/// method converges linearly, faster the shorter the step. M is that of the last evaluation.
class FloatingSystem final : public FramedSystem {
public:
    /// U has no rigid motion in it.
    explicit FloatingSystem(SubspaceParts parts);

    /// No mass of it is diagonal: there are no explicit dynamics.
    Diagnostic lacks(Facet facet) const override;
    Index size() const override { return 6 + inertia_.n_deformations(); }
    State initial() const override;
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

    FloatingInertia inertia_;
    DenseTangent tangent_;
    Forces unwanted_;
    Vector q_, f_;
    Eigen::MatrixXd A_;
};

}  // namespace sinew
