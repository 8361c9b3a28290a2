/// Choice of the forces' derivative: the exact one, or its PSD projection.
#pragma once

namespace sinew {

/// The derivative that a caller wants of forces.
enum class Definiteness {
    exact,                ///< the derivative itself, possibly indefinite
    couplings_projected,  ///< of bodies the derivative itself, of couplings without its negative
                          ///< eigenvalues; asked of systems that have couplings
    psd_projected,        ///< negative eigenvalues of the point's Hessian raised to zero (or the
                          ///< law's own correction)
};

}  // namespace sinew
