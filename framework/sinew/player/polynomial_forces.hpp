/// Forces that are the gradient of a quartic polynomial: St. Venant and Kirchhoff's law in a
/// subspace.
#pragma once

#include <sinew/mechanics/math/psd_projection.hpp>
#include <sinew/player/forces.hpp>
#include <sinew/player/polynomial.hpp>

namespace sinew::player {

/// f = dW/dq and K = d2W/dq2. No call allocates memory once each has been made.
class PolynomialForces final : public Forces {
public:
    /// Forces of r coordinates, zero until `set`.
    explicit PolynomialForces(Index r) : polynomial_(r), psd_projection_(r) {}

    /// Replaces the energy by another of the same r [J].
    void set(const stvk::SymmetricTensors& energy) { polynomial_.set(energy); }
    /// The energy, as it was set [J].
    stvk::SymmetricTensors tensors() const { return polynomial_.tensors(); }
    /// Number r of coordinates.
    Index size() const { return polynomial_.r(); }

    Failure forces(const Vector& q, Vector& f) override;
    Failure forces_and_stiffness(const Vector& q, Definiteness definiteness, Vector& f,
                                 Eigen::MatrixXd& K) override;
    /// W(q) [J].
    double energy(const Vector& q) { return polynomial_.value(q); }

private:
    stvk::Polynomial polynomial_;
    PsdProjection psd_projection_;
};

}  // namespace sinew::player
