#include "training_body.hpp"

#include <sinew/mechanics/assembly/projected_matrix.hpp>

namespace sinew::cubature {

namespace {

/// Below this part of the largest eigenvalue a mode moves the body without deforming it.
constexpr double rigid = 1e-9;

}  // namespace

TrainingBody::TrainingBody(FullBody& body, const Eigen::MatrixXd& basis, LinearSolver& solver,
                           const SourceMark& where)
    : full(body), U(basis), dense(solver), mass(transpose_times(U, full.mass().times(U))) {
    stiffness = projected(full.matrix(Vector::Zero(full.size()), 1, 0), U);
    modes = symmetric_decomposition(stiffness, mass);
    const Index r = size();
    while (n_rigid < r && !(modes.values[n_rigid] > rigid * modes.values[r - 1])) ++n_rigid;
    if (n_rigid == r)
        throw InputError(where, "the basis holds no vector that deforms the body",
                         "forces of a body that only moves as a whole need no cubature: use "
                         "forces: {type: projection}");
}

}  // namespace sinew::cubature
