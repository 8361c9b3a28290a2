/// A symmetric matrix that is changed as little as possible, to fit a difference of forces.
#pragma once

#include <sinew/mechanics/math/types.hpp>

namespace sinew {

/// A += (g z' + z g')/(z's) - (g's) z z'/(z's)^2 with z = M s, z's > 0: A stays symmetric, A s
/// grows by g, and no smaller change in the norm that M weighs does that. g is overwritten.
///
/// Powell's symmetric update of Broyden's method: Dennis & Schnabel, Numerical Methods for
/// Unconstrained Optimization and Nonlinear Equations, 1983, sections 9.1 and 9.3.
inline void add_symmetric_secant(Eigen::Ref<Vector> g, const Eigen::Ref<const Vector>& z,
                                 const Eigen::Ref<const Vector>& s, Eigen::Ref<Eigen::MatrixXd> A) {
    const double zs = z.dot(s);
    g = (g - (0.5 * g.dot(s) / zs) * z) / zs;
    A.noalias() += g * z.transpose();
    A.noalias() += z * g.transpose();
}

}  // namespace sinew
