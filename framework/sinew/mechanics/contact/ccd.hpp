/// Continuous collision detection: how far the vertices of a stencil may go.
///
/// Additive CCD (Li, Kaufman & Jiang, Codimensional incremental potential contact, 2021, section
/// 5): the distance of two sides that move along straight lines falls by no more than l a unit of
/// time, with l the largest relative motion of their vertices. So (d - d_min)/l is a step without
/// contact, and steps are added up until little of the distance is left.
#pragma once

#include <sinew/mechanics/contact/stencil.hpp>

namespace sinew {

/// Limits of a search.
struct CcdLimits {
    double min_distance = 0;      ///< that sides keep [m]; they start farther apart
    double kept = 0.1;            ///< share of the first distance beyond it that is left at the end
    int most_iterations = 10000;  ///< after which the steps so far are the answer
};

/// A share t of the straight paths from `from` to `to`, in [0, 1], such that the sides are farther
/// apart than limits.min_distance at all times up to t, and at t by `kept` of their first distance
/// beyond it: 1 if that is so on the whole way, else where little more is left. 0 if they start no
/// farther apart.
double largest_step(StencilKind kind, const Stencil& from, const Stencil& to,
                    const CcdLimits& limits = {});

}  // namespace sinew
