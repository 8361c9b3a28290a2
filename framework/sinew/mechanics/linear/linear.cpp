#include <sinew/mechanics/linear/linear.hpp>

namespace sinew {

std::function<void()> LinearSolver::way_back() {
    auto before = std::make_shared<Archive>();
    save(*before, "linear");
    return [this, before] { restore(*before, "linear"); };
}

void LinearSolver::require_fit(const TangentProperties& tangent) const {
    const std::string why = unsupported(tangent);
    if (why.empty()) return;
    throw InputError(provenance.where, why,
                     "give the solver another linear: {type: ...}; `sinew describe linear` lists "
                     "the types");
}

LinearOutcome LinearSolver::solve_many(const Eigen::MatrixXd& B, Eigen::MatrixXd& X,
                                       double tolerance) {
    X.resize(B.rows(), B.cols());
    LinearOutcome outcome;
    Vector x;
    for (Index j = 0; j < B.cols() && !outcome.event; ++j) {
        outcome = solve(B.col(j), x, tolerance);
        X.col(j) = x;
    }
    return outcome;
}

}  // namespace sinew
