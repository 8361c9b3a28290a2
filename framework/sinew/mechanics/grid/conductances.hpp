/// The seven-point operator that stands for J W J' on coarser grids.
#pragma once

#include <sinew/mechanics/grid/coarsening.hpp>
#include <sinew/mechanics/grid/pressure_operator.hpp>

namespace sinew {

/// Conductances of the faces between neighbouring cells, and of cells to the outside, where the
/// pressure is zero: (A p)_c = sum_d k_cd (p_c - p_d) + k_c p_c.
///
/// It agrees with J W J' for smooth pressures, and unlike it has no null space of oscillations,
/// which corrections from coarser grids would excite. Oscillations (-1)^(i+j) q with a smooth q
/// have conductances of their own: J' takes dq/dy for the velocity along x and dq/dx for that along
/// y, so that W goes to the other of the two axes.
class Conductances {
public:
    /// The axis of the component of W that faces across each axis take; -1: they do not conduct.
    using Components = std::array<int, 3>;

    /// Takes those of the operator itself: the squared mean of differences at a node becomes the
    /// mean of their squares.
    explicit Conductances(const PressureOperator& fine, const Components& components = {0, 1, 2});
    /// Takes those of cells twice as large: faces side by side add up, halves of small cells in a
    /// row are in series.
    Conductances(const Conductances& fine, const Coarsening& coarsening);

    const std::array<Index, 3>& cells() const { return cells_; }
    Index size() const { return outside_.size(); }
    void apply(const SingleVector& p, SingleVector& y) const;
    SingleVector diagonal() const;
    /// A, for few cells; its rows add up to what goes to the outside without round-off of A.
    Eigen::MatrixXd matrix() const;

private:
    Lattice lattice() const { return {Eigen::Vector3d::Zero(), 1, cells_}; }
    /// The conductance of the face towards the next cell along the axis; 0 if either cell is
    /// outside.
    float of_face(const Lattice& cells, std::size_t axis, std::array<Index, 3> cell) const;

    std::array<Index, 3> cells_;
    std::array<SingleVector, 3> faces_;
    SingleVector outside_;
};

}  // namespace sinew
