/// Sums whose bits do not depend on the number of threads.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// x . y as the sum, in order, of the sums over blocks of 2048 entries.
double blocked_dot(const Vector& x, const Vector& y);
/// sqrt(x . x)
double blocked_norm(const Vector& x);

/// Vectors longer than this are worth a team of threads.
inline constexpr Index parallel_length = 1 << 16;

}  // namespace sinew
