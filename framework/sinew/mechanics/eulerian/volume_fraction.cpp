#include "volume_fraction.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace sinew {

namespace {

/// Parts along each axis.
constexpr int n_parts = 4;

}  // namespace

double volume_fraction(const std::array<double, 8>& d) {
    const auto [least, largest] = std::minmax_element(d.begin(), d.end());
    if (*largest <= 0) return 1;
    if (*least >= 0) return 0;
    // Half of the range of distances in a part, if they were linear in the cell.
    double reach = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double slope = 0;
        for (std::size_t corner = 0; corner < 8; ++corner)
            slope += corner >> axis & 1 ? d[corner] / 4 : -d[corner] / 4;
        reach += std::abs(slope) / (2 * n_parts);
    }
    double sum = 0;
    const auto mix = [](double a, double b, double t) { return a + t * (b - a); };
    for (int k = 0; k < n_parts; ++k) {
        const double z = (k + 0.5) / n_parts;
        for (int j = 0; j < n_parts; ++j) {
            const double y = (j + 0.5) / n_parts;
            const double low = mix(mix(d[0], d[2], y), mix(d[4], d[6], y), z);
            const double high = mix(mix(d[1], d[3], y), mix(d[5], d[7], y), z);
            for (int i = 0; i < n_parts; ++i) {
                const double distance = mix(low, high, (i + 0.5) / n_parts);
                if (reach > 0)
                    sum += std::clamp(0.5 - distance / (2 * reach), 0.0, 1.0);
                else
                    sum += distance < 0 ? 1 : 0;
            }
        }
    }
    return sum / (n_parts * n_parts * n_parts);
}

}  // namespace sinew
