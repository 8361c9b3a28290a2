#include "small_strain.hpp"

#include <algorithm>

namespace sinew {

/// P changes by lambda tr(H) I + 2 mu H for symmetric H.
double youngs_modulus(const PointLaw& law, Index n_elements) {
    constexpr Index lanes = Index(sizeof(Pack) / sizeof(double));
    Mat3<Pack> F, stretch, shear, P;
    for (Index i = 0; i < 3; ++i)
        for (Index j = 0; j < 3; ++j) {
            F(i, j) = Pack(i == j ? 1.0 : 0.0);
            stretch(i, j) = Pack(i == 0 && j == 0 ? 1.0 : 0.0);
            shear(i, j) = Pack(i + j == 1 ? 0.5 : 0.0);
        }
    double sum = 0;
    for (Index first = 0; first * lanes < n_elements; ++first) {
        const auto changed = [&](const Mat3<Pack>& H) {
            law.stress_change(first, {&F, 1}, {&H, 1}, {&P, 1}, Definiteness::exact);
            return P;
        };
        const Pack p_wave = changed(stretch)(0, 0), mu = changed(shear)(0, 1);
        for (Index lane = 0; lane < std::min(lanes, n_elements - first * lanes); ++lane) {
            const double m = p_wave[lane], g = mu[lane];
            sum += g * (3 * m - 4 * g) / (m - g);
        }
    }
    return sum / double(n_elements);
}

}  // namespace sinew
