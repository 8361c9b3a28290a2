#include <sinew/mechanics/linear/linear.hpp>

namespace sinew {

std::function<void()> LinearSolver::way_back() {
    Archive before;
    save(before, "linear");
    // Of a solver without a state this takes no memory.
    if (before.entries().empty()) return [this] { restore(Archive(), "linear"); };
    return [this, before = std::move(before)] { restore(before, "linear"); };
}

void LinearSolver::require_fit(const TangentProperties& tangent) const {
    const std::string why = unsupported(tangent);
    if (why.empty()) return;
    provenance.fail(why,
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
