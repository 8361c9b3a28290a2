/// Regions of a body that overlap, by weights of handles.
#pragma once

#include <sinew/mechanics/basis/full_body.hpp>
#include <sinew/mechanics/weights/weights.hpp>

namespace sinew::localized {

/// The way from weights of handles to those of regions.
struct Decay {
    double threshold = 0.1;  ///< eta: nodes with more belong to a region
    double exponent = 0.5;   ///< kappa
};

/// W' = ((W - eta) / (1 - eta))^kappa where W > eta, else 0: 1 at the handle, 0 at the border of
/// the region. For kappa < 1 its slope there is infinite. `weights`: W of one handle, a node each.
///
/// Xu & Barbic 2016, section 7.
Vector region_weights(const Eigen::Ref<const Vector>& weights, const Decay& decay);

/// The body with all nodes held that have no weight, or were held before.
FullBody constrained_outside(const FullBody& full, const Vector& weights);

}  // namespace sinew::localized
