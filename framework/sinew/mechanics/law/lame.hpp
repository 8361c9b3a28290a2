/// Conversion of Young's modulus and Poisson's ratio to the Lame parameters, in one place.
#pragma once

namespace sinew {

/// Lame parameters of isotropic linear elasticity, sigma = 2 mu eps + lambda tr(eps) I [Pa].
struct Lame {
    double mu = 0;      ///< shear modulus [Pa]
    double lambda = 0;  ///< [Pa]

    /// The bulk modulus [Pa].
    double bulk() const { return lambda + 2 * mu / 3; }
};

/// young: E [Pa]; poisson: nu, between -1 and 0.5 (exclusive).
constexpr Lame lame_from(double young, double poisson) {
    return {young / (2 * (1 + poisson)), young * poisson / ((1 + poisson) * (1 - 2 * poisson))};
}

/// The Lame parameters at a point. Real is double, or a pack of eight elements.
template <class Real>
struct LamePoint {
    Real mu, lambda;  ///< Lame parameters [Pa]
};

}  // namespace sinew
