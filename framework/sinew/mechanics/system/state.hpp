/// Generalised coordinates and their rates at a time.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

struct State {
    Vector q;  ///< coordinates
    Vector v;  ///< velocities
    Vector a;  ///< accelerations
};

/// Weights of a tangent c_M M + c_D D + c_K K.
struct TangentWeights {
    double mass = 0;
    double damping = 0;
    double stiffness = 0;
};

/// Rayleigh damping D = mass * M + stiffness * K, with K positive semi-definite (clamped), where
/// the step began.
struct Rayleigh {
    double mass = 0;       ///< [1/s]
    double stiffness = 0;  ///< [s]
};

}  // namespace sinew
