/// The divergence of velocities at nodes, in cells, and the operator that pressures solve.
///
///     (J v)_c = h^2/4 sum over the corners a of c of s_a . v_a,    s_a = (+-1, +-1, +-1)
///
/// is the volume that leaves cell c [m^3/s]: one constraint at the centre of a hexahedral element
/// with trilinear velocities. J W J', W the inverse masses of the nodes (zero for components that
/// are prescribed), couples a cell with its 26 neighbours.
///
/// Teng 2016, section 5.3.2 and equation 5.7.
#pragma once

#include <sinew/mechanics/grid/node_conditions.hpp>
#include <sinew/mechanics/grid/single_vector.hpp>

namespace sinew {

/// J and J W J' without matrices. Bits do not depend on the number of threads.
class PressureOperator {
public:
    explicit PressureOperator(const Grid& grid);

    /// Masses of the nodes [kg], > 0; prescribed components count as infinitely heavy.
    void set_masses(const Vector& masses, const NodeConditions& conditions);
    /// Leaves the rows of J out where the flag of a cell is 0: its volume may change, and it has no
    /// pressure. No flags: all cells keep theirs.
    void constrain(std::vector<std::uint8_t> cells) { is_constrained_ = std::move(cells); }
    /// True if there are cells whose volumes may change.
    bool leaves_cells_out() const { return !is_constrained_.empty(); }
    bool is_constrained(Index cell) const {
        return is_constrained_.empty() || is_constrained_[std::size_t(cell)];
    }

    const Grid& grid() const { return grid_; }
    /// W, by axis [1/kg].
    const VectorField& inverse_masses() const { return inverse_masses_; }
    Index size() const { return grid_.centres().size(); }

    /// out = J v
    void divergence(const VectorField& v, Vector& out) const;
    /// v -= W J' p (5.8 with G = M)
    void correct(const Vector& p, VectorField& v) const;
    /// y = J W J' p, p being zero in cells that are left out.
    void apply(const Vector& p, Vector& y) const;
    void apply(const SingleVector& p, SingleVector& y) const;
    /// The diagonal of J W J'; zero in cells all of whose nodes are prescribed, or that are left
    /// out.
    Vector diagonal() const;

    /// The largest eigenvalue of J W J' over its diagonal is at most this: the three rows of J at a
    /// node are orthogonal, of eight entries of equal size.
    static constexpr float largest_over_diagonal = 8.0F / 3;

private:
    template <class Real>
    class Rows;
    /// y = factor J_1 W J_1' p, J_1 being J of a cell of length 2, from W of each axis.
    template <class Real>
    void multiply(const std::array<const Real*, 3>& W, Real factor, const Real* p, Real* y) const;
    /// Zero where cells of a row are left out.
    template <class Real>
    void leave_out(Index first, Real* row) const;

    Grid grid_;
    double quarter_;  ///< h^2/4
    VectorField inverse_masses_;
    std::array<SingleVector, 3> scaled_inverses_;  ///< h^4/16 W, in the middle of single precision
    std::vector<std::uint8_t> is_constrained_;
};

}  // namespace sinew
