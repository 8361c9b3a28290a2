/// Generalised coordinates and their rates at a time.
#pragma once

#include <sinew/mechanics/math/definiteness.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// State of a System: n numbers each.
struct State {
    Vector q;  ///< degrees of freedom
    Vector v;  ///< velocities
    Vector a;  ///< accelerations
};

/// Weights of a tangent c_M M + c_D D + c_K K.
struct TangentWeights {
    double mass = 0;       ///< c_M
    double damping = 0;    ///< c_D
    double stiffness = 0;  ///< c_K
};

/// Rayleigh damping D = mass * M + stiffness * K, with the K of where the step began.
struct Rayleigh {
    double mass = 0;       ///< [1/s]
    double stiffness = 0;  ///< [s]
    /// Definiteness of K; its PSD projection keeps damping from feeding energy in.
    Definiteness definiteness = Definiteness::psd_projected;
};

}  // namespace sinew
