/// A V-cycle of seven-point operators below a grid.
#pragma once

#include <memory>
#include <sinew/mechanics/grid/chebyshev.hpp>
#include <sinew/mechanics/grid/conductances.hpp>
#include <sinew/mechanics/math/inverse_of_positive.hpp>

namespace sinew {

/// Corrections from grids twice, four times ... as coarse, for pressures that are smooth, or for
/// the smooth q of oscillations (-1)^(i+j) q along two axes. The cells of oscillations stay as they
/// are along the third axis, across which they are not coupled.
class ConductanceHierarchy {
public:
    /// `degree` of the smoothers on every grid. Takes the operator's present masses.
    ConductanceHierarchy(const PressureOperator& fine, int degree);
    /// The same for what oscillates along all axes but one; each of these has more than one cell.
    ConductanceHierarchy(const PressureOperator& fine, int degree, std::size_t quiet_axis);

    /// z += P B R r, with B the V-cycle. Symmetric.
    void add_correction(const SingleVector& r, SingleVector& z);

private:
    struct Level {
        Level(Conductances of, int degree)
            : conductances(std::move(of)),
              inverse_diagonal(inverse_of_positive(conductances.diagonal())),
              smoother(largest_over_diagonal, degree) {}
        /// Bound of a seven-point operator.
        static constexpr float largest_over_diagonal = 2;

        Conductances conductances;
        SingleVector inverse_diagonal;
        ChebyshevSmoother smoother;
        std::unique_ptr<Coarsening> to_coarser;  ///< none on the coarsest
        SingleVector b, x, residual;
    };
    /// Coarser grids along some axes, down to one of at most `few` cells.
    void build(const Conductances& finest, const std::array<bool, 3>& along, Index few, int degree);
    void visit(std::size_t level);
    /// to = (-1)^(i+j) from; they may be the same.
    void flip_signs(const SingleVector& from, SingleVector& to) const;

    std::array<Index, 3> cells_;
    std::array<bool, 3> oscillates_{false, false, false};
    std::unique_ptr<Coarsening> to_coarser_;
    std::vector<std::unique_ptr<Level>> levels_;
    Eigen::MatrixXf coarsest_inverse_;  ///< empty: the coarsest cells are not coupled
    SingleVector flipped_, correction_;
};

}  // namespace sinew
