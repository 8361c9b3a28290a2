#include <cmath>
#include <sinew/mechanics/linear/reductions.hpp>
#include <vector>

namespace sinew {

double blocked_dot(const Vector& x, const Vector& y) {
    constexpr Index block = 2048;
    const Index n = x.size(), n_blocks = (n + block - 1) / block;
    auto part = [&](Index k) {
        const Index first = k * block, length = std::min(block, n - first);
        return x.segment(first, length).dot(y.segment(first, length));
    };
    double sum = 0;
    if (n < parallel_length) {
        for (Index k = 0; k < n_blocks; ++k) sum += part(k);
        return sum;
    }
    std::vector<double> sums(static_cast<std::size_t>(n_blocks));
#pragma omp parallel for schedule(static)
    for (Index k = 0; k < n_blocks; ++k) sums[static_cast<std::size_t>(k)] = part(k);
    for (double s : sums) sum += s;
    return sum;
}

double blocked_norm(const Vector& x) {
    return std::sqrt(blocked_dot(x, x));
}

}  // namespace sinew
