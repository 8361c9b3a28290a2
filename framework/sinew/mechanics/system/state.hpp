/// Generalised coordinates and their rates at a time, and weights of what acts on them.
#pragma once

#include <sinew/mechanics/math/definiteness.hpp>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// State of a System, System::size() numbers each. In full space q are displacements of nodes,
/// [m], [m/s] and [m/s^2]. Coordinates of a mass-orthonormal basis have a factor kg^1/2 more; a
/// floating frame has its position [m] and rotation [rad] before them.
struct State {
    Vector q;  ///< generalised coordinates
    Vector v;  ///< velocities: q', or the rates that the system has in its place
    Vector a;  ///< accelerations v'
};

/// Weights of a tangent c_M M + c_D D + c_K K.
struct TangentWeights {
    double mass = 0;       ///< c_M [1/s^2]
    double damping = 0;    ///< c_D [1/s]
    double stiffness = 0;  ///< c_K [1]
};

/// Rayleigh damping D = mass * M + stiffness * K, with the K of where the step began.
struct Rayleigh {
    double mass = 0;       ///< [1/s]
    double stiffness = 0;  ///< [s]
    /// Definiteness of K; its PSD projection keeps damping from feeding energy in.
    Definiteness definiteness = Definiteness::psd_projected;
};

}  // namespace sinew
