/// One V-cycle as a preconditioner of the pressure's operator.
#pragma once

#include <sinew/mechanics/grid/conductance_hierarchy.hpp>
#include <vector>

namespace sinew {

/// Chebyshev smoothing of J W J' before and after corrections from coarser grids. Symmetric and
/// semi-definite to single precision, in which it works: cells without a free node stay out.
///
/// J' hardly sees oscillations along two axes, and no smoother damps what it does not see: for
/// small tolerances they have hierarchies of their own, one for each pair of axes.
class PressureMultigrid {
public:
    /// `corrects_oscillations`: worth its while where more than a few iterations are needed.
    explicit PressureMultigrid(bool corrects_oscillations)
        : corrects_oscillations_(corrects_oscillations) {}

    /// Takes the operator's present masses; it must outlive this.
    void prepare(const PressureOperator& fine);
    /// z := P r
    void apply(const Vector& r, Vector& z);

private:
    static constexpr int degree = 2;  ///< of the smoothers

    bool corrects_oscillations_;
    const PressureOperator* fine_ = nullptr;
    SingleVector inverse_diagonal_, r_, z_, residual_;
    ChebyshevSmoother smoother_{PressureOperator::largest_over_diagonal, degree};
    std::vector<ConductanceHierarchy> corrections_;
};

}  // namespace sinew
