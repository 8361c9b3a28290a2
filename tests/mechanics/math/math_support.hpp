/// What the tests of mechanics/math share: packs from lists, random matrices, distance in ulp.
#pragma once

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <sinew/mechanics/math/types.hpp>

namespace sinew {

inline Pack pack_from(const std::array<double, 8>& values) {
    return Pack::load(values.data());
}

/// Coefficients with the standard normal distribution, other ones in each lane.
inline Mat3<Pack> random_matrices(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    Mat3<Pack> A;
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < 3; ++i)
            for (int l = 0; l < Pack::lanes; ++l) A(i, j).set_lane(l, normal(random));
    return A;
}

/// |a - b| in units of the last place of b; zero for equal or both NaN.
inline double ulp_distance(double a, double b) {
    if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
    if (!std::isfinite(a) || !std::isfinite(b)) return std::numeric_limits<double>::infinity();
    const double unit =
        std::nextafter(std::abs(b), std::numeric_limits<double>::infinity()) - std::abs(b);
    return std::abs(a - b) / unit;
}

}  // namespace sinew
