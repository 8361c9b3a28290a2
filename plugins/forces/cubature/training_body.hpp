/// The body in the subspace that a cubature is trained for.
#pragma once

#include <cmath>
#include <sinew/mechanics/forces/forces.hpp>
#include <sinew/mechanics/linear/linear.hpp>
#include <sinew/mechanics/math/decompositions.hpp>

namespace sinew::cubature {

/// The body, the subspace, and its linear motion at rest, which all parts of training know.
struct TrainingBody {
    /// All outlive this. Throws InputError at `where` if no vector of the basis deforms the body.
    TrainingBody(FullBody& body, const Eigen::MatrixXd& basis, LinearSolver& solver,
                 const SourceMark& where);

    FullBody& full;
    const Eigen::MatrixXd& U;      ///< n x r
    LinearSolver& dense;           ///< for systems of r equations
    Eigen::MatrixXd mass;          ///< U'MU, r x r
    Eigen::MatrixXd stiffness;     ///< U'K(0)U, r x r
    SymmetricDecomposition modes;  ///< of K z = omega^2 M z
    Index n_rigid = 0;             ///< modes that move the body without deforming it, the first

    Index size() const { return U.cols(); }
    /// omega^2 of the softest mode that deforms the body [1/s^2].
    double softest() const { return modes.values[n_rigid]; }
    /// Norm of a displacement: the root of q'Mq.
    double norm(const Vector& q) const { return std::sqrt(q.dot(mass * q)); }
};

}  // namespace sinew::cubature
