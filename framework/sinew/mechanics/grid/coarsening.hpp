/// Transfers between cells of a grid and cells twice as large.
#pragma once

#include <sinew/mechanics/grid/grid.hpp>

namespace sinew {

/// Cells two by two along every axis that has more than one; the last may be alone.
///
/// Prolongation is linear between the centres of large cells, restriction its transpose: sums over
/// a large cell are kept.
class Coarsening {
public:
    explicit Coarsening(const std::array<Index, 3>& fine);

    const std::array<Index, 3>& fine() const { return fine_; }
    const std::array<Index, 3>& coarse() const { return coarse_; }

    void restrict(const Vector& fine, Vector& coarse);
    /// fine += P coarse
    void add_prolonged(const Vector& coarse, Vector& fine);

private:
    std::array<Index, 3> fine_, coarse_;
    std::array<Vector, 2> halfway_;  ///< coarse along one or two axes
    Vector prolonged_;
};

}  // namespace sinew
