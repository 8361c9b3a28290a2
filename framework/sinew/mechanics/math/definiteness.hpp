/// Which derivative of forces is meant.
#pragma once

namespace sinew {

enum class Definiteness {
    exact,    ///< the derivative itself, possibly indefinite
    clamped,  ///< negative eigenvalues of the point's Hessian raised to zero (or the law's own
              ///< correction)
};

}  // namespace sinew
