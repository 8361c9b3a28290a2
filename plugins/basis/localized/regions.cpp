#include "regions.hpp"

#include <cmath>

namespace sinew::localized {

Vector region_weights(const Eigen::Ref<const Vector>& weights, const Decay& decay) {
    Vector of_region = Vector::Zero(weights.size());
    for (Index i = 0; i < weights.size(); ++i)
        if (weights[i] > decay.threshold)
            of_region[i] =
                std::pow((weights[i] - decay.threshold) / (1 - decay.threshold), decay.exponent);
    return of_region;
}

FullBody constrained_outside(const FullBody& full, const Vector& weights) {
    FullBody region = full;
    region.constrained.n_free = 0;
    ++region.constrained.revision;
    for (Index i = 0; i < full.size(); ++i) {
        auto& fixed = region.constrained.fixed[std::size_t(i)];
        if (!(weights[i / 3] > 0)) fixed = 1;
        if (!fixed) ++region.constrained.n_free;
    }
    return region;
}

}  // namespace sinew::localized
