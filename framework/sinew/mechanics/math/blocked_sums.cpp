#include <cmath>
#include <sinew/mechanics/math/blocked_sums.hpp>

namespace sinew {

double blocked_dot(const Vector& x, const Vector& y) {
    return blocked_sum(x.size(), [&](Index first, Index length) {
        return x.segment(first, length).dot(y.segment(first, length));
    });
}

double blocked_norm(const Vector& x) {
    return std::sqrt(blocked_dot(x, x));
}

}  // namespace sinew
