#include "compliance.hpp"

namespace sinew::cubature {

namespace {

/// Stiffness of the softest direction, in parts of that at rest, from which on a pose counts as
/// stable: where it is softer, small errors of forces have large answers.
constexpr double least_stiffness = 0.1;

}  // namespace

Compliance compliance(const TrainingBody& body, const Eigen::MatrixXd& K) {
    const SymmetricDecomposition modes = symmetric_decomposition(K, body.mass);
    const Vector lambda = modes.values.cwiseAbs().cwiseMax(body.softest());
    return {lambda.cwiseInverse().asDiagonal() * modes.vectors.transpose(),
            modes.values[0] > least_stiffness * body.softest()};
}

}  // namespace sinew::cubature
