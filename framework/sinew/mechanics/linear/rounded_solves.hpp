/// Solving to single precision, for preconditioners.
#pragma once

#include <sinew/mechanics/linear/linear.hpp>

namespace sinew {

/// Side interface of a LinearSolver that can solve faster to some six digits.
class SolvesRounded {
public:
    virtual ~SolvesRounded() = default;
    /// x := about A^-1 b, of what was prepared last. False, and nothing done, where numbers of
    /// single precision do not reach. Bits do not depend on the number of threads.
    virtual bool solve_rounded(const Vector& b, Vector& x) = 0;
};

}  // namespace sinew
