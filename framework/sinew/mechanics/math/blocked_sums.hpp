/// Sums whose bits do not depend on the number of threads.
#pragma once

#include <sinew/mechanics/math/parallel_for.hpp>
#include <sinew/mechanics/math/types.hpp>
#include <vector>

namespace sinew {

/// Vectors longer than this are worth a team of threads.
inline constexpr Index parallel_length = 1 << 15;

/// The sum, in order, of part(first, length) over blocks of 2048 of n entries. Parts may write to
/// their own entries.
template <class Block>
double blocked_sum(Index n, Block&& part) {
    constexpr Index block = 2048;
    const Index n_blocks = (n + block - 1) / block;
    const auto of_block = [&](Index k) { return part(k * block, std::min(block, n - k * block)); };
    double sum = 0;
    if (n < parallel_length) {
        for (Index k = 0; k < n_blocks; ++k) sum += of_block(k);
        return sum;
    }
    std::vector<double> sums(static_cast<std::size_t>(n_blocks));
    parallel_for(n_blocks, [&](Index k) { sums[static_cast<std::size_t>(k)] = of_block(k); });
    for (const double s : sums) sum += s;
    return sum;
}

/// x . y
double blocked_dot(const Vector& x, const Vector& y);
/// sqrt(x . x)
double blocked_norm(const Vector& x);

}  // namespace sinew
