/// The laws of contact: energy per area of two surfaces at a distance d, below an activation
/// distance delta.
///
///     barrier:  psi(d) = -kappa delta (d/delta - 1)^2 ln(d/delta)        [J/m^2]
///     offset:   psi(d) =  kappa delta/2 (1 - d/delta)^2
///
/// Both vanish with their slope at d = delta. The barrier grows without bound as d goes to 0, so
/// that surfaces never meet: its pressure is kappa at d = 0.53 delta, and 12 kappa at 0.1 delta.
/// The offset's stiffness is bounded, kappa/delta, and so is its pressure, by kappa.
///
/// Li, Ferguson, Schneider et al., Convergent incremental potential contact, 2023, eq. 12.
#pragma once

#include <cmath>

namespace sinew {

/// The law of contact's energy.
enum class ContactPotentialKind { barrier, offset };

/// An energy per area [J/m^2] with its derivatives by the distance [Pa], [Pa/m].
struct DistanceEnergy {
    double value = 0, first = 0, second = 0;
};

/// A law with its stiffness.
struct ContactLaw {
    ContactPotentialKind kind = ContactPotentialKind::barrier;
    double stiffness = 1e5;  ///< kappa [Pa]

    /// psi at a distance d > 0 [m], for the activation distance delta > 0 [m].
    DistanceEnergy at(double d, double delta) const {
        if (d >= delta) return {};
        const double y = d / delta;
        if (kind == ContactPotentialKind::offset)
            return {0.5 * stiffness * delta * (1 - y) * (1 - y), -stiffness * (1 - y),
                    stiffness / delta};
        const double log_y = std::log(y), below = y - 1, ratio = below / y;
        return {-stiffness * delta * below * below * log_y,
                -stiffness * below * (2 * log_y + ratio),
                -stiffness / delta * (2 * log_y + 4 * ratio - ratio * ratio)};
    }
};

}  // namespace sinew
