/// One V-cycle as a preconditioner of the pressure's operator.
#pragma once

#include <memory>
#include <sinew/mechanics/grid/chebyshev.hpp>
#include <sinew/mechanics/grid/conductances.hpp>

namespace sinew {

/// Chebyshev smoothing of J W J' on the grid itself, and of seven-point operators on grids twice,
/// four times ... as coarse; the coarsest is solved by its eigenvectors. Symmetric and definite.
class PressureMultigrid {
public:
    /// `degree` of the smoothers, before and after the coarser grids.
    explicit PressureMultigrid(int degree = 2) : degree_(degree) {}

    /// Takes the operator's present masses; it must outlive this.
    void prepare(const PressureOperator& fine);
    /// z := P r
    void apply(const Vector& r, Vector& z);

private:
    struct Level {
        explicit Level(const Conductances& of, int degree)
            : conductances(of), smoother(2, degree) {}
        Conductances conductances;
        Vector inverse_diagonal;
        ChebyshevSmoother smoother;
        std::unique_ptr<Coarsening> to_coarser;  ///< none on the coarsest
        Vector b, x, residual;
    };
    void visit(std::size_t level);

    int degree_;
    const PressureOperator* fine_ = nullptr;
    Vector inverse_diagonal_, residual_;
    ChebyshevSmoother smoother_{PressureOperator::largest_over_diagonal, degree_};
    std::unique_ptr<Coarsening> to_coarser_;
    std::vector<std::unique_ptr<Level>> levels_;
    Eigen::MatrixXd coarsest_inverse_;
};

}  // namespace sinew
