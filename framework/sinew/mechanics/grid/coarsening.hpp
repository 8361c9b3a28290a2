/// Transfers between cells of a grid and cells twice as large.
#pragma once

#include <sinew/mechanics/grid/grid.hpp>
#include <sinew/mechanics/grid/single_vector.hpp>

namespace sinew {

/// Cells two by two along the chosen axes that have more than one; the last may be alone.
///
/// Prolongation is linear between the centres of large cells, restriction its transpose: sums over
/// a large cell are kept.
class Coarsening {
public:
    explicit Coarsening(const std::array<Index, 3>& fine,
                        const std::array<bool, 3>& along = {true, true, true});

    const std::array<Index, 3>& coarse() const { return coarse_; }
    /// True if cells go together along the axis.
    bool halves(std::size_t axis) const { return coarse_[axis] != fine_[axis]; }

    void restrict(const SingleVector& fine, SingleVector& coarse);
    void prolong(const SingleVector& coarse, SingleVector& fine);

private:
    std::array<Index, 3> fine_, coarse_;
    std::array<SingleVector, 2> halfway_;  ///< coarse along one or two axes
};

}  // namespace sinew
