/// Solving for several right-hand sides at a time.
#pragma once

#include <sinew/mechanics/linear/linear.hpp>

namespace sinew {

/// Side interface of a LinearSolver to which several right-hand sides cost less than one each.
class SolvesMany {
public:
    virtual ~SolvesMany() = default;
    /// Solves for each column of B (n x m) like LinearSolver::solve. Bits of a column do not depend
    /// on the number of threads.
    virtual LinearOutcome solve_many(const Eigen::MatrixXd& B, Eigen::MatrixXd& X,
                                     double tolerance) = 0;
};

/// X := A^-1 B, together where the solver can, else column by column. The outcome is that of the
/// first column that fails, or of the last.
inline LinearOutcome solve_many(LinearSolver& solver, const Eigen::MatrixXd& B, Eigen::MatrixXd& X,
                                double tolerance) {
    if (auto* many = dynamic_cast<SolvesMany*>(&solver)) return many->solve_many(B, X, tolerance);
    X.resize(B.rows(), B.cols());
    LinearOutcome outcome;
    Vector x;
    for (Index j = 0; j < B.cols() && !outcome.event; ++j) {
        outcome = solver.solve(B.col(j), x, tolerance);
        X.col(j) = x;
    }
    return outcome;
}

}  // namespace sinew
